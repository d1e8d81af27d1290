package dev.atf.hsc.heartbeat;

import dev.atf.model.Association;

/** What an executor is told of one of its attempts. */
public enum HeartbeatDecision {
  /** Its lease ends no earlier than this heartbeat asked for. */
  HELD,
  /** The same, and it should stop and say that it did. */
  CANCEL_REQUESTED,
  /** It holds the task no more. */
  LOST,
  /** The write's outcome is unknown: the lease may have been extended. */
  UNKNOWN;

  /**
   * @param task whose claim is the caller's
   */
  static HeartbeatDecision held(Association task) {
    return task.cancelRequested() ? CANCEL_REQUESTED : HELD;
  }
}
