package dev.atf.executor;

import java.util.Arrays;
import java.util.Optional;

/** What an executor process says with its exit code; any other is its owner's or the system's. */
public enum ExitCode {
  /** It was asked to end, and nothing of it ran on. */
  DRAINED(0),
  /** It cannot start; standard error says why. */
  NOT_STARTED(1),
  /**
   * The heap is exhausted, and what that has broken cannot be known. The JVM's own code for it with
   * {@code -XX:+ExitOnOutOfMemoryError}.
   */
  OUT_OF_MEMORY(3),
  /** It might have run beside its successor: three strikes, or a lease that was over. */
  LEASE_OVER(70),
  /** A handler was told to stop and ignored it for its grace. */
  HANDLER_STUCK(71),
  /** It has no handler of the lambda that it is to serve; standard error says which it has. */
  HANDLER_MISSING(73);

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
