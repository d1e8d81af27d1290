package dev.atf.worker.supervisor;

import java.time.Instant;

/**
 * Consecutive deaths of executors in one place, one soon after the other.
 *
 * @param exitCode exit code of the last death; {@link dev.atf.executor.ExitCode} lists those of
 *     executors
 * @param how description of the last death, such as {@code exit code 1 (not started)}
 * @param lastErrors last lines of the standard error at the last death
 * @param since time of the first of these deaths
 */
public record RepeatedDeaths(
    int inARow, int exitCode, String how, String lastErrors, Instant since) {
  /** Returns the last one of the last lines. */
  public String lastError() {
    return lastErrors.substring(lastErrors.lastIndexOf('\n') + 1);
  }
}
