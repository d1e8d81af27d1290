package dev.atf.frontend.planted;

import dev.atf.plans.row.Plan;

/** Violation of the rings: a class of the core that reads a plan. */
public final class CoreThatReadsAPlan {
  private final Plan plan;

  public CoreThatReadsAPlan(Plan plan) {
    this.plan = plan;
  }

  public String name() {
    return plan.name();
  }
}
