package dev.atf.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** File in the root of the project, which is the parent of this module's directory. */
final class ProjectDocument {
  private ProjectDocument() {}

  /**
   * @param name such as {@code ARCHITECTURE.md}
   */
  static String read(String name) {
    try {
      return Files.readString(Path.of("..", name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
