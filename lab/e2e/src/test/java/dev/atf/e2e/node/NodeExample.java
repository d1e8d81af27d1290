package dev.atf.e2e.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atf.e2e.documents.Project;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The program {@code examples/node} with its libraries, below {@code target}: they are installed
 * once for each content of its lock file.
 */
final class NodeExample {
  private static final Path SOURCES = Project.ROOT.resolve("examples/node");
  private static final String LOCK = "package-lock.json";
  private static final Path DESCRIPTORS =
      Project.ROOT.resolve("protocol/target/proto/atf.protoset");

  /** Error of npm if it reaches no registry. */
  private static final Pattern NO_NETWORK =
      Pattern.compile("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED");

  private final Path directory;

  private NodeExample(Path directory) {
    this.directory = directory;
  }

  /**
   * Returns the installed program; skips the test without Node, or without access to the libraries.
   */
  static NodeExample installed() throws Exception {
    assumeTrue(isThere("node") && isThere("npm"), "no Node on this machine");
    var lock = new CRC32();
    lock.update(Files.readAllBytes(SOURCES.resolve(LOCK)));
    var directory =
        Project.ROOT.resolve("lab/e2e/target/node").resolve(Long.toHexString(lock.getValue()));
    var example = new NodeExample(Files.createDirectories(directory));
    try (var files = Files.list(SOURCES)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        example.copy(file);
      }
    }
    example.copy(DESCRIPTORS);
    // Written at the end of an installation.
    if (!Files.exists(directory.resolve("node_modules/.package-lock.json"))) {
      example.install();
    }
    return example;
  }

  private static boolean isThere(String program) {
    return Arrays.stream(System.getenv("PATH").split(":", -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private void copy(Path file) throws IOException {
    var name = file.getFileName().toString();
    Files.copy(file, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  private void install() throws Exception {
    var command = List.of("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
    var npm = start("npm.log", Map.of(), command);
    boolean ended = npm.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
    npm.destroyForcibly();
    var said = read("npm.log");
    assumeTrue(ended && !NO_NETWORK.matcher(said).find(), () -> "npm reaches nothing: " + said);
    assertThat(npm.exitValue()).as(said).isZero();
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
