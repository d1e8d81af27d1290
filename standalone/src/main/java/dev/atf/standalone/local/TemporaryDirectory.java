package dev.atf.standalone.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A directory of this process alone, removed when the process ends in order. */
public final class TemporaryDirectory {
  private TemporaryDirectory() {}

  public static Path make(String prefix) {
    try {
      var directory = Files.createTempDirectory(prefix);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(directory), "atf-cleanup"));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path directory) {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println("atf: " + directory + " could not be removed: " + e.getMessage());
    }
  }
}
