package dev.atf.store.plans;

import dev.atf.plans.row.Plan;
import java.util.Optional;

/** Result of the write of a plan. A lost race is a result and not an exception. */
public sealed interface PlanResult {
  /**
   * Returns whether the plan is stored, by this write or by an earlier one whose answer was lost.
   */
  default boolean isStored(Plan written) {
    return !(this instanceof Refused refused)
        || refused.found().filter(written::equals).isPresent();
  }

  /** The plan is stored as it was given. */
  record Written() implements PlanResult {}

  /**
   * The plan was refused.
   *
   * @param found stored plan of another version; empty if there is none
   */
  record Refused(Optional<Plan> found) implements PlanResult {}
}
