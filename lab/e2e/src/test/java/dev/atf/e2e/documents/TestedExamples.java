package dev.atf.e2e.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Parts of tests between {@code // example begins} and {@code // example ends}. */
final class TestedExamples {
  private static final String BEGIN = "// example begins\n";
  private static final String END = "// example ends";

  private TestedExamples() {}

  /** Returns all parts without their indentation. */
  static List<String> all() {
    return Project.modules().stream()
        .map(module -> Project.ROOT.resolve(module).resolve("src/test/java"))
        .filter(Files::isDirectory)
        .flatMap(TestedExamples::sources)
        .flatMap(source -> examples(source).stream())
        .toList();
  }

  private static List<String> examples(String source) {
    return Stream.of(source.split(BEGIN, -1))
        .skip(1)
        .filter(text -> text.contains(END))
        .map(text -> text.substring(0, text.lastIndexOf('\n', text.indexOf(END))))
        .map(text -> text.stripTrailing().stripIndent().strip() + "\n")
        .toList();
  }

  private static Stream<String> sources(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(TestedExamples::read)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
