package dev.atf.lab.postgres;

import dev.atf.runtime.config.ConfigException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Directory of PostgreSQL's programs.
 *
 * @param directory holds all of {@link #NEEDED}
 */
public record PostgresPrograms(Path directory) {
  private static final List<String> NEEDED = List.of("initdb", "pg_ctl", "postgres");
  private static final Path OF_DEBIAN = Path.of("/usr/lib/postgresql");

  /** Release that the aims are written for; preferred to newer ones. */
  private static final String RELEASE = "15";

  /**
   * Returns the named directory; without one, the first on the path, or else Debian's own.
   *
   * @throws ConfigException if there are none; its message says what to install
   */
  public static PostgresPrograms find(Optional<Path> named) {
    if (named.isPresent()) {
      return named
          .filter(PostgresPrograms::isComplete)
          .map(PostgresPrograms::new)
          .orElseThrow(
              () -> new ConfigException(named.get() + " has not all of " + NEEDED + " in it"));
    }
    return find(System.getenv().getOrDefault("PATH", ""), OF_DEBIAN);
  }

  /**
   * @param releases holds a directory for each release
   */
  public static PostgresPrograms find(String searchPath, Path releases) {
    return Stream.concat(onPath(searchPath), below(releases).stream())
        .filter(PostgresPrograms::isComplete)
        .findFirst()
        .map(PostgresPrograms::new)
        .orElseThrow(
            () ->
                new ConfigException(
                    "PostgreSQL is not here: neither on the PATH nor below "
                        + releases
                        + ". Install it with `apt-get install postgresql-15`, or name the directory"
                        + " of its programs by --postgres"));
  }

  public String path(String program) {
    return directory.resolve(program).toString();
  }

  private static Stream<Path> onPath(String searchPath) {
    return Stream.of(searchPath.split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of);
  }

  /** Returns the directories of release 15 first, then from the newest to the oldest. */
  private static List<Path> below(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> releases = Files.list(directory)) {
      return releases
          .filter(release -> release.getFileName().toString().matches("\\d+"))
          .sorted(
              Comparator.comparing(
                      (Path release) -> release.getFileName().toString().equals(RELEASE))
                  .thenComparing(release -> Integer.valueOf(release.getFileName().toString()))
                  .reversed())
          .map(release -> release.resolve("bin"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isComplete(Path directory) {
    return NEEDED.stream().allMatch(program -> Files.isExecutable(directory.resolve(program)));
  }
}
