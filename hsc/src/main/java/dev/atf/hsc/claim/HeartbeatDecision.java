package dev.atf.hsc.claim;

import dev.atf.model.task.Association;

/** Answer to an executor about one of its attempts. */
public enum HeartbeatDecision {
  /** Its lease ends no earlier than this heartbeat asked for. */
  HELD,
  /** Held, but the executor should stop and report that it did. */
  CANCEL_REQUESTED,
  /** Held, but the executor should stop the attempt and report that it was killed. */
  KILL_REQUESTED,
  /** The executor no longer holds the task. */
  LOST,
  /** The write's outcome is unknown: the lease may have been extended. */
  UNKNOWN;

  /**
   * @param task association with the caller's claim
   */
  static HeartbeatDecision held(Association task) {
    if (task.cancelRequested()) {
      return CANCEL_REQUESTED;
    }
    return task.isToBeKilled() ? KILL_REQUESTED : HELD;
  }
}
