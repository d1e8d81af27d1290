package dev.atf.executor.core.attempt;

import dev.atf.executor.ExitCode;

/** Ends this process at once: a handler that runs on might run beside its successor. */
@FunctionalInterface
public interface Terminator {
  /**
   * Ends the process within a second, and with it its child processes. A real one never returns.
   */
  void terminate(ExitCode code, String reason);

  /**
   * Leaves an attempt that may not run any longer to its thread, and the process continues.
   *
   * @return false if only the end of the process can end it
   */
  default boolean isolate(RunningAttempt attempt) {
    return false;
  }
}
