package dev.atf.executor.core.lease;

import dev.atf.executor.core.attempt.RunningAttempt;
import java.io.IOException;
import java.time.Duration;

/**
 * Notice to the parent process that contains the time until which this process may run. The parent
 * kills this process if it is stopped together with its own watch. The time in the notice is never
 * later than the first deadline.
 */
public interface DeadlineNotice {
  /** Time between two refreshes. It is a small part of κ, the time in which a process must die. */
  Duration REFRESH_EVERY = Duration.ofMillis(200);

  /**
   * Ensures that the notice covers an attempt that is about to start.
   *
   * @throws IOException if the notice cannot be written in time, so that the attempt must not be
   *     started
   */
  void cover(RunningAttempt attempt) throws IOException;

  /** Returns whether the notice already covers a held attempt; false if this is unknown. */
  default boolean covers(RunningAttempt attempt) {
    return false;
  }

  /** Writes the current deadline. */
  void refresh() throws IOException;

  /** Returns whether a parent reads the notice. The answer never changes. */
  default boolean isRead() {
    return true;
  }

  /** Notice that nobody reads. */
  DeadlineNotice NONE =
      new DeadlineNotice() {
        @Override
        public boolean isRead() {
          return false;
        }

        @Override
        public void cover(RunningAttempt attempt) {}

        @Override
        public void refresh() {}
      };
}
