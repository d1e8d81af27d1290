package dev.atf.store.plan;

import dev.atf.model.plan.Plan;
import java.util.Optional;

/** Result of the write of a plan. Losing a race is a value. */
public sealed interface PlanResult {
  /** The plan is stored as it was given. */
  record Written() implements PlanResult {}

  /**
   * @param found the plan of another version that stands there; empty if there is none
   */
  record Refused(Optional<Plan> found) implements PlanResult {}
}
