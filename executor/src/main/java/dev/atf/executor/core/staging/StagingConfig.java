package dev.atf.executor.core.staging;

import dev.atf.runtime.config.SettingChecks;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Settings of the files of tasks: the cache of resources, which all executors of a host share, and
 * the work directories. Nothing is made on the disk before a task has files.
 *
 * @param directory of the cache and the work directories of all executors of a host: absent, or
 *     their user's alone (mode 0700); empty: {@code atf-resources-} and the user's name, among
 *     temporary files
 * @param cacheBytesMax most bytes of the cache: those that were not used for the longest time make
 *     room. Work directories have links to them, and may keep more
 * @param freeBytesMin bytes of the disk that stay free: an attempt whose files do not fit is given
 *     back, and the process takes no work until there is space
 */
public record StagingConfig(String directory, long cacheBytesMax, long freeBytesMin) {
  /** Chosen: room for the files of many tasks on the disk of a small host. */
  public static final StagingConfig DEFAULTS =
      new StagingConfig("", 10L * 1024 * 1024 * 1024, 100L * 1024 * 1024);

  public StagingConfig {
    new SettingChecks()
        .that(isPath(directory), "directory", directory, "a path")
        .that(cacheBytesMax >= 0, "cacheBytesMax", cacheBytesMax, "0 or more")
        .that(freeBytesMin >= 0, "freeBytesMin", freeBytesMin, "0 or more")
        .end();
  }

  /** Returns the directory, the default one filled in. */
  public Path path() {
    return directory.isEmpty()
        ? Path.of(
                System.getProperty("java.io.tmpdir"),
                "atf-resources-"
                    + System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_"))
            .toAbsolutePath()
        : Path.of(directory).toAbsolutePath();
  }

  private static boolean isPath(String text) {
    try {
      return !Path.of(text).toString().contains("\n");
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
