package dev.atf.storeconsumer.plans;

import dev.atf.plans.row.Plan;
import java.time.Duration;
import java.util.Optional;

/**
 * Result of a supervisor's check of a plan.
 *
 * @param plan current version of the plan, as far as it is known; empty if another consumer was
 *     faster, or if the plan no longer exists
 * @param soonest delay of the next check after a change
 * @param rarest maximum delay; the delay between checks of an unchanged plan doubles up to this
 *     value
 * @param awaited number of tasks whose end the plan waits for
 */
record Supervision(Optional<Plan> plan, Duration soonest, Duration rarest, int awaited) {
  /**
   * Maximum time between two checks. A plan that waits for a task of several minutes is checked
   * rarely.
   */
  static final Duration RAREST = Duration.ofSeconds(30);

  /**
   * Additional time between two checks for each awaited task, because a check reads each of them. A
   * plan with 1,000 awaited tasks is checked every two seconds.
   */
  private static final Duration FOR_EACH_TASK = Duration.ofMillis(2);

  /**
   * Returns the result if another consumer was faster, or nothing is left to do. The index shows
   * which of the two applies.
   */
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

  /** Returns the minimum time between two checks while some of the awaited tasks have ended. */
  static Duration apart(int awaited) {
    return FOR_EACH_TASK.multipliedBy(awaited);
  }
}
