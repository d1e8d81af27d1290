package dev.atf.store.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Embedded store for all contract suites, removed when this process ends. */
public final class TemporaryStore {
  private static final EmbeddedStore SHARED = open();

  private TemporaryStore() {}

  public static EmbeddedStore shared() {
    return SHARED;
  }

  private static EmbeddedStore open() {
    try {
      var directory = Files.createTempDirectory("atf-store-");
      var store =
          EmbeddedStore.open(
              directory,
              reason -> {
                throw new AssertionError(reason);
              });
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(store, directory)));
      return store;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(EmbeddedStore store, Path directory) {
    store.close();
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
