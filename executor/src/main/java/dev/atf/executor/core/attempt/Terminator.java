package dev.atf.executor.core.attempt;

import dev.atf.executor.ExitCode;

/**
 * Ends this process at once, because a handler that continues could overlap with the next attempt
 * of its task.
 */
@FunctionalInterface
public interface Terminator {
  /**
   * Ends the process and its child processes within a second. In production this method never
   * returns.
   */
  void terminate(ExitCode code, String reason);

  /**
   * Abandons the thread of an attempt that must not run any longer, and lets the process continue.
   *
   * @return false if only the end of the process can end it
   */
  default boolean isolate(RunningAttempt attempt) {
    return false;
  }

  /** Releases the resources of this terminator. It is called when no handler runs any more. */
  default void close() {}
}
