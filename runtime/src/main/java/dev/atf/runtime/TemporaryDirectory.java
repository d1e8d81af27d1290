package dev.atf.runtime;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * Private directory of this process, which is removed when it is closed. Close it after the
 * processes that write there have ended. A shutdown hook could remove it while they still drain,
 * because hooks run concurrently.
 */
public final class TemporaryDirectory implements AutoCloseable {
  private final Path path;

  private TemporaryDirectory(Path path) {
    this.path = path;
  }

  /**
   * Creates a directory in the system's directory for temporary files.
   *
   * @throws ConfigException if this process cannot create it
   */
  public static TemporaryDirectory make(String prefix) {
    try {
      return new TemporaryDirectory(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw refusal(Path.of(System.getProperty("java.io.tmpdir")), e);
    }
  }

  /**
   * Creates a directory below {@code parent}.
   *
   * @throws ConfigException if this process cannot create it
   */
  public static TemporaryDirectory in(Path parent, String prefix) {
    try {
      return new TemporaryDirectory(
          Files.createTempDirectory(Files.createDirectories(parent), prefix));
    } catch (IOException e) {
      throw refusal(parent, e);
    }
  }

  private static ConfigException refusal(Path parent, IOException cause) {
    return new ConfigException(
        "%s is not writable for user %s (expected: a directory where it can create files); mount a tmpfs or a volume of mode 1777 there, or change -Djava.io.tmpdir: %s"
            .formatted(parent, user(), cause));
  }

  /** Returns the number of this process's user if the system has one, or the name of the user. */
  private static Object user() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return System.getProperty("user.name");
    }
  }

  public Path path() {
    return path;
  }

  /**
   * Returns the path, and removes the directory when the process ends. It is for directories to
   * which nothing is written while the process drains.
   */
  public Path untilExit() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "atf-cleanup"));
    return path;
  }

  @Override
  public void close() {
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("atf: " + path + " could not be removed: " + e.getMessage());
    }
  }
}
