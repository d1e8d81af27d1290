package dev.atf.worker.builtin;

import dev.atf.executor.HealthCheck;
import dev.atf.runtime.SystemText;
import dev.atf.runtime.config.ConfigException;
import dev.atf.worker.supervisor.ProcessTree;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/**
 * Health check by a shell command, which passes with exit code 0. At every end of the check, all
 * processes that the command has started and that still run are killed.
 */
record CommandCheck(String command) implements HealthCheck {
  /** Environment variable with the mark of a check's processes. */
  private static final String PROCESS_TREE = "HEALTH_PROCESS_TREE";

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
    var builder =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new File("/dev/null")));
    var tree = ProcessTree.withNewMark(PROCESS_TREE);
    tree.mark(builder.environment());
    var process = builder.start();
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
      boolean unused = tree.killAll();
    }
  }

  private static String message(int code, String output) {
    var last = output.strip().lines().reduce("", (before, line) -> line);
    return "the health command ended with exit code " + code + (last.isEmpty() ? "" : ": " + last);
  }
}
