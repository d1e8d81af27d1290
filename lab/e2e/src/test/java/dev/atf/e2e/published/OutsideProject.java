package dev.atf.e2e.published;

import dev.atf.e2e.documents.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A user's project in the tests' sources, which is built as a copy outside of this project. */
record OutsideProject(Path sources) {
  private static final String VERSION = "@atf.version@";

  /**
   * @param name of its directory, below {@code lab/e2e/src/test}
   */
  static OutsideProject of(String name) {
    return new OutsideProject(Project.ROOT.resolve("lab/e2e/src/test").resolve(name));
  }

  List<Path> files(String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files.filter(Files::isRegularFile).filter(file -> endsWith(file, suffix)).toList();
    }
  }

  private static boolean endsWith(Path file, String suffix) {
    return file.toString().endsWith(suffix);
  }

  /**
   * Copies it, with the version of this build.
   *
   * @param words others to replace, by what
   */
  void copyTo(Path directory, Map<String, String> words) throws IOException {
    for (var file : files("")) {
      var copy = directory.resolve(sources.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      var text = Files.readString(file).replace(VERSION, PublishedArtifacts.version());
      for (var word : words.entrySet()) {
        text = text.replace(word.getKey(), word.getValue());
      }
      Files.writeString(copy, text);
    }
  }
}
