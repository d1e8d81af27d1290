package dev.atf.executor;

import java.util.Arrays;
import java.util.Optional;

/**
 * Exit codes of an executor process. Any other code comes from the program itself or from the
 * system.
 */
public enum ExitCode {
  /** The process was asked to stop, and all of its handlers have stopped. */
  DRAINED(0),
  /** The process cannot start; standard error shows the reason. */
  NOT_STARTED(1),
  /**
   * The heap is exhausted, which leaves the process in an unknown state. The JVM uses the same code
   * with {@code -XX:+ExitOnOutOfMemoryError}.
   */
  OUT_OF_MEMORY(3),
  /**
   * Another executor may have been given the process's tasks: too many heartbeats failed, or a
   * lease has expired.
   */
  LEASE_OVER(70),
  /** A handler did not stop within {@code cancelGrace} after it was asked to. */
  HANDLER_STUCK(71),
  /** The process has no handler for its lambda; standard error lists the lambdas that it has. */
  HANDLER_MISSING(73),
  /**
   * The health check of the process has failed for longer than {@link HealthConfig#mustDieAfter}.
   */
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
