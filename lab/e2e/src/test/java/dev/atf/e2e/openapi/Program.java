package dev.atf.e2e.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Program that ends by itself.
 *
 * @param environment besides the test's own
 * @param log receives its output
 */
record Program(List<String> command, Map<String, String> environment, Path log) {
  /** Returns its output, once it has ended in order. */
  String run() throws IOException, InterruptedException {
    assertThat(exitCode()).as("%s: %s", command, Files.readString(log)).isZero();
    return Files.readString(log);
  }

  int exitCode() throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    var process = builder.start();
    try {
      boolean ended = process.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
      assertThat(ended).as("%s ends: %s", command, Files.readString(log)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
