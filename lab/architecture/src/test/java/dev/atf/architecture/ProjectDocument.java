package dev.atf.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** File of the project. Surefire runs in the directory of this module, two below the root. */
final class ProjectDocument {
  private ProjectDocument() {}

  /**
   * @param name from the root, such as {@code ARCHITECTURE.md}
   */
  static Path path(String name) {
    return Path.of("..", "..", name);
  }

  /**
   * @param name from the root, such as {@code ARCHITECTURE.md}
   */
  static String read(String name) {
    try {
      return Files.readString(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
