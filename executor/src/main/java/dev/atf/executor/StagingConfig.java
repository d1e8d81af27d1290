package dev.atf.executor;

import dev.atf.runtime.config.SettingChecks;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Settings for the files of tasks: the cache of resources, which all executors of a host share, and
 * the work directories. Nothing is created on the disk until a task has files.
 *
 * @param directory directory for tasks' files, shared by a host's executors: new, or of their user
 *     with mode 0700; if empty, {@code atf-resources-USER} in the temporary directory
 * @param cacheBytesMax bytes of the cache; work directories may keep removed files on the disk
 * @param freeBytesMin bytes of the disk that stay free; an attempt that does not fit is returned,
 *     and no work is taken until there is space
 */
public record StagingConfig(String directory, long cacheBytesMax, long freeBytesMin) {
  /** Defaults: space for the files of many tasks on the disk of a small host. */
  public static final StagingConfig DEFAULTS =
      new StagingConfig("", 10L * 1024 * 1024 * 1024, 100L * 1024 * 1024);

  public StagingConfig {
    new SettingChecks()
        .that(isPath(directory), "directory", directory, "a path")
        .that(cacheBytesMax >= 0, "cacheBytesMax", cacheBytesMax, "0 or more")
        .that(freeBytesMin >= 0, "freeBytesMin", freeBytesMin, "0 or more")
        .end();
  }

  /** Returns the directory, or the default if the setting is empty. */
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
