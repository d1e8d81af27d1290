package dev.atf.executor.core.attempt;

import dev.atf.protocol.v1.AttemptResult;

/** End of an attempt in this process. */
public sealed interface AttemptEnd {
  /** There is a result to report. */
  record Ended(AttemptResult result) implements AttemptEnd {}

  /** The claim was lost: nothing is reported. */
  record Lost() implements AttemptEnd {}

  /**
   * The handler was not called, and the task is given back with its attempt.
   *
   * @param bytesNeeded on the disk of this host
   * @param message for operators
   */
  record DiskFull(long bytesNeeded, String message) implements AttemptEnd {}
}
