package dev.atf.frontend.task;

import dev.atf.model.Association;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.Plans;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Finds the plan, with its name, that a task comes from: the task itself knows its id alone. It
 * costs one read, and none for a task of no plan, or of an ordering key, whose name the task knows.
 */
public final class PlanOf {
  private final Plans plans;

  @Inject
  PlanOf(Plans plans) {
    this.plans = plans;
  }

  /** Returns the plan of a task; empty if it comes from none, or that is forgotten. */
  public Optional<Plan> task(Association task) {
    return Optional.ofNullable(task.header().origin())
        .filter(origin -> !PlanKind.ORDER.made(origin))
        .flatMap(origin -> plans.find(PlanId.of(origin)));
  }
}
