package dev.atf.images;

import dev.atf.testtime.TestTimeouts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Program of this machine that has ended.
 *
 * @param output standard output and error
 */
record Program(int exitCode, String output) {
  /**
   * Runs one to its end.
   *
   * @throws IllegalStateException if it has not ended in time
   */
  static Program end(List<String> command) {
    try {
      var output = File.createTempFile("program", ".log");
      try {
        var started =
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
        if (!started.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)) {
          started.destroyForcibly();
          throw new IllegalStateException(
              command + " did not end within " + TestTimeouts.STALL + ": " + text(output));
        }
        return new Program(started.exitValue(), text(output));
      } finally {
        Files.delete(output.toPath());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs one that has to succeed.
   *
   * @return its output
   */
  static String run(String... command) {
    var ended = end(List.of(command));
    if (ended.exitCode != 0) {
      throw new IllegalStateException(
          String.join(" ", command) + ": exit code " + ended.exitCode + "\n" + ended.output);
    }
    return ended.output;
  }

  private static String text(File file) throws IOException {
    return Files.readString(file.toPath(), StandardCharsets.UTF_8);
  }
}
