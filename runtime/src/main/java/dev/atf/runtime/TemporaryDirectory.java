package dev.atf.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * A directory of this process alone, removed when it is closed: after whoever writes there has
 * ended. Shutdown hooks run all at once, so that a hook of its own would remove it under processes
 * that still drain.
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

  /** Elsewhere than where such directories usually are. */
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

  /** For one that nobody writes to while the process drains: it goes when the process ends. */
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
