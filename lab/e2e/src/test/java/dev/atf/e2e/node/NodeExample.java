package dev.atf.e2e.node;

import dev.atf.e2e.documents.Project;
import dev.atf.testaws.NpmProject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The program {@code lab/examples/node} with its libraries, below {@code target}: they are
 * installed once for each content of its lock file.
 */
final class NodeExample {
  private static final Path SOURCES = Project.ROOT.resolve("lab/examples/node");
  private static final Path DESCRIPTORS =
      Project.ROOT.resolve("protocol/target/proto/atf.protoset");

  private final Path directory;

  private NodeExample(Path directory) {
    this.directory = directory;
  }

  /**
   * Returns the installed program; skips the test without Node, or without access to the libraries.
   */
  static NodeExample installed() throws Exception {
    var example =
        new NodeExample(NpmProject.install(SOURCES, Project.ROOT.resolve("lab/e2e/target/node")));
    Files.copy(
        DESCRIPTORS,
        example.directory.resolve(DESCRIPTORS.getFileName().toString()),
        StandardCopyOption.REPLACE_EXISTING);
    return example;
  }

  /** Returns the command line of one of its programs. */
  List<String> command(String program) {
    return List.of("node", directory.resolve(program).toString());
  }

  /** Starts Node among its files, with its output in a log. */
  Process run(String log, Map<String, String> environment, String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("node"));
    command.addAll(List.of(arguments));
    return start(log, environment, command);
  }

  private Process start(String log, Map<String, String> environment, List<String> command)
      throws IOException {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    return builder
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(log).toFile())
        .start();
  }

  String read(String log) {
    try {
      return Files.readString(directory.resolve(log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
