package dev.atf.worker.builtin;

import dev.atf.executor.HealthCheck;
import dev.atf.runtime.SystemText;
import dev.atf.runtime.config.ConfigException;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/**
 * Health check by a shell command, which passes with exit code 0. If the check is interrupted, the
 * command and the processes that it has started are killed.
 */
record CommandCheck(String command) implements HealthCheck {
  private static final int OUTPUT_BYTES_MAX = 4 * 1024;
  private static final long OUTPUT_END_MILLIS = 500;

  CommandCheck {
    var encoding = SystemText.ofProcess();
    if (!encoding.canWrite(command)) {
      throw new ConfigException(
          "health.command: %s (expected: %s)".formatted(command, encoding.expected()));
    }
  }

  @Override
  public void check() throws IOException, InterruptedException {
    var process =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new File("/dev/null")))
            .start();
    try {
      var output =
          StreamCapture.start(
              "atf-health-output", process.getInputStream(), OUTPUT_BYTES_MAX, line -> {});
      int code = process.waitFor();
      if (code != 0) {
        output.awaitEnd(OUTPUT_END_MILLIS);
        throw new IllegalStateException(message(code, output.text()));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static String message(int code, String output) {
    var last = output.strip().lines().reduce("", (before, line) -> line);
    return "the health command ended with exit code " + code + (last.isEmpty() ? "" : ": " + last);
  }
}
