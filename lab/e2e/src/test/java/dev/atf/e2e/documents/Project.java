package dev.atf.e2e.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Directory of the whole project: the one that holds the Maven wrapper. */
public final class Project {
  public static final Path ROOT = root();

  private Project() {}

  /**
   * @param path from the root
   */
  public static String document(String path) {
    try {
      return Files.readString(ROOT.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    var directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("mvnw"))) {
      directory = Objects.requireNonNull(directory.getParent());
    }
    return directory;
  }
}
