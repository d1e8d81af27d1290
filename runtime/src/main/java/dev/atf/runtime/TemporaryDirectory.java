package dev.atf.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * Directory of this process alone, removed when it is closed. Close it after the processes that
 * write there have ended: shutdown hooks run concurrently, so a hook of its own could remove it
 * while they still drain.
 */
public final class TemporaryDirectory implements AutoCloseable {
  private final Path path;

  private TemporaryDirectory(Path path) {
    this.path = path;
  }

  public static TemporaryDirectory make(String prefix) {
    try {
      return new TemporaryDirectory(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates one below {@code parent} instead of the system's directory for temporary files. */
  public static TemporaryDirectory in(Path parent, String prefix) {
    try {
      return new TemporaryDirectory(
          Files.createTempDirectory(Files.createDirectories(parent), prefix));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path path() {
    return path;
  }

  /**
   * Returns the path and removes the directory when the process ends, for directories that nothing
   * writes to while the process drains.
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
