package dev.atf.hsc;

import dev.atf.model.Association;
import dev.atf.model.Guard;
import dev.atf.model.Transition;
import dev.atf.store.TransitionResult;
import java.util.Optional;
import java.util.Set;

/** What an executor is told of one of its attempts. */
enum HeartbeatDecision {
  /** Its lease ends no earlier than this heartbeat asked for. */
  HELD,
  /** The same, and it should stop and say that it did. */
  CANCEL_REQUESTED,
  /** It holds the task no more. */
  LOST;

  static HeartbeatDecision of(Transition heartbeat, TransitionResult result) {
    if (result instanceof TransitionResult.Applied applied) {
      return held(applied.after());
    }
    var refused = (TransitionResult.Refused) result;
    return ofRefusal(heartbeat, refused.found());
  }

  private static HeartbeatDecision ofRefusal(Transition heartbeat, Optional<Association> found) {
    // A later heartbeat overtook this one, or the lambda's lease was shortened meanwhile.
    return found
        .filter(task -> heartbeat.failsOnlyFor(task, Set.of(Guard.LeaseNotAfter.class)))
        .map(HeartbeatDecision::held)
        .orElse(LOST);
  }

  private static HeartbeatDecision held(Association task) {
    return task.cancelRequested() ? CANCEL_REQUESTED : HELD;
  }
}
