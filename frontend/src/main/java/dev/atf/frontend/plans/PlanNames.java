package dev.atf.frontend.plans;

import dev.atf.model.origin.Origin;
import dev.atf.plans.row.Plan;
import java.util.Optional;

/** Names of plans in messages. */
public final class PlanNames {
  private PlanNames() {}

  /**
   * Returns the name of the plan that a task comes from.
   *
   * @param plan plan of the task; empty if it is no longer stored, in which case its id is used
   */
  public static String of(Origin origin, Optional<Plan> plan) {
    return plan.map(known -> known.name() + " of lambda " + known.lambda())
        .orElseGet(() -> origin.owner() + ", which is no longer stored");
  }
}
