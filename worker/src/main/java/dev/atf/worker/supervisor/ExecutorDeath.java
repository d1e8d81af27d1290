package dev.atf.worker.supervisor;

import dev.atf.executor.ExitCode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * End of an executor process, and of all its descendants if it possibly held attempts.
 *
 * @param executorId id of the executor, as in its claims
 * @param exitCode exit code from the system; above 128 for a process that a signal has killed
 * @param lastErrors its last lines on standard error
 * @param drained whether it exited because it was asked to; attempts that it still held did not end
 *     in time
 */
public record ExecutorDeath(
    String executorId, String lambda, int exitCode, String lastErrors, boolean drained) {
  private static final int OF_SIGNALS = 128;

  /** Exit code of a process that was asked to exit and does not handle the request. */
  static final int SIGTERM = OF_SIGNALS + 15;

  /** Exit code of a process that was killed, such as at the end of its drain. */
  static final int SIGKILL = OF_SIGNALS + 9;

  private static final Map<Integer, String> SIGNALS =
      Map.of(
          1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8,
          "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM");

  /**
   * Returns a description of how the process ended, such as {@code killed by signal 9 (SIGKILL)}.
   */
  public String how() {
    return how(exitCode, lastErrors);
  }

  /**
   * Returns a description of any end of a process.
   *
   * @param lastErrors last lines of the standard error, which show the origin of the exit code
   */
  static String how(int exitCode, String lastErrors) {
    int signal = exitCode - OF_SIGNALS;
    if (SIGNALS.containsKey(signal)) {
      return "killed by signal %d (%s)".formatted(signal, SIGNALS.get(signal));
    }
    return "exit code %d%s"
        .formatted(
            exitCode,
            known(exitCode, lastErrors)
                .map(code -> " (" + code.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")")
                .orElse(""));
  }

  /**
   * Returns the executor's exit code; empty for a code of the program itself or of the system. Many
   * programs use 3 for their own purposes, so it only means out of memory if the output confirms
   * it.
   */
  static Optional<ExitCode> known(int exitCode, String lastErrors) {
    return ExitCode.of(exitCode)
        .filter(
            code ->
                code != ExitCode.OUT_OF_MEMORY
                    || lastErrors.lines().anyMatch(LastLines::isOutOfMemory));
  }
}
