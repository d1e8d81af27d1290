package dev.atf.executor.core.lease;

import dev.atf.executor.core.attempt.RunningAttempt;
import java.io.IOException;

/**
 * Tells the parent process until when this one may run, so that it can be killed if it is stopped
 * together with its own watch. What is told is never later than the first deadline.
 */
public interface DeadlineNotice {
  /**
   * Makes sure that the notice covers an attempt that is about to start; returns once it does.
   *
   * @throws IOException if it cannot, or not in time; the attempt must not be started
   */
  void cover(RunningAttempt attempt) throws IOException;

  /** Whether what is told already covers an attempt that is held; false if that is not known. */
  default boolean covers(RunningAttempt attempt) {
    return false;
  }

  /** Tells what is true now. */
  void refresh() throws IOException;

  /** Whether anybody listens; always the same. */
  default boolean isHeard() {
    return true;
  }

  /** Nobody listens. */
  DeadlineNotice NONE =
      new DeadlineNotice() {
        @Override
        public boolean isHeard() {
          return false;
        }

        @Override
        public void cover(RunningAttempt attempt) {}

        @Override
        public void refresh() {}
      };
}
