package dev.atf.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The documents and other files of a checkout, by their paths from its root. */
final class DocumentTree {
  private static final List<String> DIRECTORIES = List.of("docs");
  private static final int README_DEPTH = 4;

  private final Path root;
  private final Map<String, Document> documents = new TreeMap<>();

  DocumentTree(Path root) throws IOException {
    this.root = root.toAbsolutePath().normalize();
    try (var files = Files.walk(this.root, README_DEPTH)) {
      add(files.filter(file -> file.endsWith("README.md")));
    }
    try (var files = Files.list(this.root)) {
      add(files);
    }
    for (var directory : DIRECTORIES) {
      try (var files = Files.walk(this.root.resolve(directory))) {
        add(files);
      }
    }
  }

  private void add(Stream<Path> files) throws IOException {
    for (var file : files.filter(file -> file.toString().endsWith(".md")).toList()) {
      var path = path(file);
      if (!path.startsWith(".") && !path.contains("target/") && !path.contains("node_modules/")) {
        documents.put(path, new Document(path, Files.readString(file)));
      }
    }
  }

  /** Returns all documents by their paths. */
  Map<String, Document> documents() {
    return Map.copyOf(documents);
  }

  /** Returns the path of a link's file or directory; it may be outside of the checkout. */
  String resolve(String document, String link) {
    var directory = root.resolve(document).resolveSibling("");
    return path(directory.resolve(link).normalize());
  }

  boolean isDirectory(String path) {
    return Files.isDirectory(root.resolve(path));
  }

  boolean isFile(String path) {
    return !path.startsWith("..") && Files.isRegularFile(root.resolve(path));
  }

  Path file(String path) {
    return root.resolve(path);
  }

  /** Returns the paths of the files directly in a directory, in their order. */
  List<String> filesIn(String directory) throws IOException {
    try (var files = Files.list(root.resolve(directory))) {
      return files.filter(Files::isRegularFile).map(this::path).sorted().toList();
    }
  }

  private String path(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }
}
