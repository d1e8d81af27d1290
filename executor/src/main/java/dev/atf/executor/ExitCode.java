package dev.atf.executor;

import java.util.Arrays;
import java.util.Optional;

/** Exit codes of an executor process; any other is that of its owner or of the system. */
public enum ExitCode {
  /** The process was asked to end, and none of its handlers runs on. */
  DRAINED(0),
  /** The process cannot start; standard error says why. */
  NOT_STARTED(1),
  /**
   * The heap is exhausted, which leaves the process in an unknown state. The JVM's own code for it
   * with {@code -XX:+ExitOnOutOfMemoryError}.
   */
  OUT_OF_MEMORY(3),
  /**
   * The process might have run beside its successor: too many heartbeats failed, or a lease has
   * expired.
   */
  LEASE_OVER(70),
  /** A handler did not stop within its grace after it was asked to. */
  HANDLER_STUCK(71),
  /** The process has no handler for its lambda; standard error lists the lambdas that it has. */
  HANDLER_MISSING(73),
  /** The health check of the process has failed for long. */
  UNHEALTHY(76);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  public static Optional<ExitCode> of(int code) {
    return Arrays.stream(values()).filter(known -> known.code == code).findFirst();
  }
}
