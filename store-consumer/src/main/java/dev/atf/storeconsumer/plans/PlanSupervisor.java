package dev.atf.storeconsumer.plans;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.loop.Pool;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/** Supervises the plans of one kind (ADR 0030). */
interface PlanSupervisor {
  PlanKind kind();

  /**
   * Checks a plan: does what the plan needs now, and writes its next version if it has changed. All
   * effects are idempotent. The version is written after the effects or, if only one consumer may
   * have them, before them. After an interruption in between, the next check does the rest.
   *
   * @param plan plan as it was read, with an alarm that has rung
   * @param now the caller's wall-clock time, read once for each plan; whole milliseconds
   * @throws dev.atf.store.StoreException if something is not done, or possibly not done
   */
  Supervision check(Plan plan, Instant now);

  /**
   * Returns the plans that need no check yet. This needs fewer reads than checks, and only one
   * request for all plans.
   *
   * @param checked plans that were checked before and are not known to have changed since
   */
  default Map<PlanId, Supervision> idle(Collection<PlanId> checked, Instant now) {
    return Map.of();
  }

  /**
   * Does the work that must follow the writes of checks, for many plans together. It is called
   * after some checks, and before the next checks start.
   *
   * @param lasting whether the writes are durable; if not, other processes must not see their
   *     effects
   */
  default void afterChecks(boolean lasting, Pool threads, Instant now) {}
}
