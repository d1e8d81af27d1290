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
 * @param awaited number of tasks whose ends it waits for
 */
record Supervision(Optional<Plan> plan, Duration soonest, Duration rarest, int awaited) {
  /**
   * Longest time between two checks. A plan that waits for a task of several minutes is checked
   * rarely.
   */
  static final Duration RAREST = Duration.ofSeconds(30);

  /**
   * Time between two checks for each awaited task, because a check reads each of them. A plan with
   * 1,000 awaited tasks is checked every two seconds.
   */
  private static final Duration FOR_EACH_TASK = Duration.ofMillis(2);

  /** Returns that another was faster, or there is nothing left: the index will say. */
  static Supervision over() {
    return new Supervision(Optional.empty(), Duration.ZERO, RAREST, 0);
  }

  /** Returns that the plan waits for its alarm, or for its tasks. */
  static Supervision of(Plan plan, Duration soonest) {
    return of(plan, soonest, 1);
  }

  static Supervision of(Plan plan, Duration soonest, int awaited) {
    return new Supervision(Optional.of(plan), soonest, RAREST, awaited);
  }

  /**
   * Returns the least time between two looks while some tasks have ended and others are awaited.
   */
  static Duration apart(int awaited) {
    return FOR_EACH_TASK.multipliedBy(awaited);
  }
}
