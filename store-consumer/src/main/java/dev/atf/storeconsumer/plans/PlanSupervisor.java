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
   * Does what a plan needs now, and writes its next version if there is one. All effects are
   * idempotent. The version is written after the effects or, if they may only happen when this
   * check has won, before them. After an interruption in between, the next check does what is
   * missing.
   *
   * @param plan the plan as read, with an alarm that has rung
   * @param now the caller's wall-clock time, taken once for each plan; whole milliseconds
   * @throws dev.atf.store.StoreException if something is not done, or not known to be
   */
  Supervision look(Plan plan, Instant now);

  /**
   * Returns the plans for which there is nothing to do yet. This needs fewer reads than a check,
   * and only one request for all. The other plans are checked.
   *
   * @param looked plans that were checked before and have not changed since, as far as is known
   */
  default Map<PlanId, Supervision> idle(Collection<PlanId> looked, Instant now) {
    return Map.of();
  }

  /**
   * Does together, for many plans, the work that their checks left until after their writes. Called
   * after some checks, and before the next ones start.
   *
   * @param lasting whether their writes are durable; otherwise they must not be made visible to
   *     others
   */
  default void afterLooks(boolean lasting, Pool threads, Instant now) {}
}
