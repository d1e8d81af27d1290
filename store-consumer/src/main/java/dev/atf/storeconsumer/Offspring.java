package dev.atf.storeconsumer;

import dev.atf.model.Association;
import dev.atf.model.plan.Plan;
import dev.atf.store.PlanResult;
import dev.atf.store.Plans;
import dev.atf.store.StoreOutcomeUnknownException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;

/**
 * Makes what a success has brought with it, one after the other, in the order of the handler (ADR
 * 0035). What is there already is left as it is, so that it may be repeated by anybody.
 */
@Singleton
final class Offspring {
  private final PlanTasks tasks;
  private final Plans plans;

  @Inject
  Offspring(PlanTasks tasks, Plans plans) {
    this.tasks = tasks;
    this.plans = plans;
  }

  /**
   * @throws dev.atf.store.StoreException if some are perhaps not made
   */
  void make(AlarmDecision.Settle settle, Instant now) {
    for (var child : settle.children()) {
      boolean unused = tasks.create(Association.scheduled(child), now);
    }
    settle.jobs().forEach(this::put);
  }

  /** Asks once more when the answer was lost. One that stands there is what has become of it. */
  private PlanResult put(Plan job) {
    try {
      return plans.put(job);
    } catch (StoreOutcomeUnknownException e) {
      return plans.put(job);
    }
  }
}
