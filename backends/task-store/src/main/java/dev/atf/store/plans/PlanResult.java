package dev.atf.store.plans;

import dev.atf.plans.row.Plan;
import java.util.Optional;

/** Result of the write of a plan. Losing a race is a value. */
public sealed interface PlanResult {
  /**
   * Returns whether the plan is stored, by this write or by an earlier one whose answer was lost.
   */
  default boolean stands(Plan written) {
    return !(this instanceof Refused refused)
        || refused.found().filter(written::equals).isPresent();
  }

  /** The plan is stored as it was given. */
  record Written() implements PlanResult {}

  /**
   * @param found the stored plan of another version; empty if there is none
   */
  record Refused(Optional<Plan> found) implements PlanResult {}
}
