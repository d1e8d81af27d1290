package dev.atf.worker.supervisor;

import java.time.Instant;

/**
 * Consecutive deaths of executors in one place, one soon after the other.
 *
 * @param exitCode exit code of the last; {@link dev.atf.executor.ExitCode} names those of executors
 * @param how the last one ended, in words such as {@code exit code 1 (not started)}
 * @param lastErrors the last lines on standard error of the last
 * @param since the first of them
 */
public record RepeatedDeaths(
    int inARow, int exitCode, String how, String lastErrors, Instant since) {
  /** Returns the last of its last lines. */
  public String lastError() {
    return lastErrors.substring(lastErrors.lastIndexOf('\n') + 1);
  }
}
