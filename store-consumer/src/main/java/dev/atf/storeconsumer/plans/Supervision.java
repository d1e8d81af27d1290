package dev.atf.storeconsumer.plans;

import dev.atf.plans.row.Plan;
import java.time.Duration;
import java.util.Optional;

/**
 * Result of a supervisor's look at a plan.
 *
 * @param plan its present version, as far as known; empty when another consumer was faster, or it
 *     no longer exists
 * @param soonest delay after a change until the next look, if its alarm has still rung
 * @param rarest looks at a plan that does not change come after twice the time each, up to this
 */
record Supervision(Optional<Plan> plan, Duration soonest, Duration rarest) {
  /** Chosen: a plan that waits for a task of minutes is looked at rarely. */
  static final Duration RAREST = Duration.ofSeconds(30);

  /** Returns that another was faster, or there is nothing left: the index will say. */
  static Supervision over() {
    return new Supervision(Optional.empty(), Duration.ZERO, RAREST);
  }

  /** Returns that the plan waits for its alarm, or for its tasks. */
  static Supervision of(Plan plan, Duration soonest) {
    return new Supervision(Optional.of(plan), soonest, RAREST);
  }
}
