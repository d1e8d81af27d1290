package dev.atf.storeconsumer.plans;

import dev.atf.model.plan.Plan;
import java.time.Duration;
import java.util.Optional;

/**
 * What a supervisor says when it has looked at a plan.
 *
 * @param plan as it stands now, so far as is known; empty when another was faster, or it is no more
 * @param soonest when to look again, if its alarm has still rung: so long after a change
 * @param rarest looks at a plan that does not change come after twice the time each, up to this
 */
record Supervision(Optional<Plan> plan, Duration soonest, Duration rarest) {
  /** Chosen: what waits for a task of minutes is looked at rarely. */
  static final Duration RAREST = Duration.ofSeconds(30);

  /** Another was faster, or there is nothing left: the index will say. */
  static Supervision over() {
    return new Supervision(Optional.empty(), Duration.ZERO, RAREST);
  }

  /** The same, and looks at it come no more rarely than that. */
  Supervision atLeastEvery(Duration newRarest) {
    return new Supervision(plan, soonest, newRarest);
  }

  /** It waits for its alarm, or for what its tasks do. */
  static Supervision of(Plan plan, Duration soonest) {
    return new Supervision(Optional.of(plan), soonest, RAREST);
  }
}
