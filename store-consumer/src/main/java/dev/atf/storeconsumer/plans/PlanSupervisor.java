package dev.atf.storeconsumer.plans;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.loop.Pool;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/** Supervises the plans of one kind (ADR 0030). */
public interface PlanSupervisor {
  PlanKind kind();

  /**
   * Does what a plan needs now, each effect so that a second time changes nothing, and writes its
   * next version, if it has one: behind the effects, or, where they must not happen unless this
   * look has won, before them. An interruption in between leaves a plan from which the next look
   * does what is missing.
   *
   * @param plan as it stands, with an alarm that has rung
   * @param now the caller's wall-clock time, taken once for each plan; whole milliseconds
   * @throws dev.atf.store.StoreException if something is not done, or not known to be
   */
  Supervision look(Plan plan, Instant now);

  /**
   * Returns those plans about which there is nothing to do yet, found out with fewer reads than a
   * look, and for all in one request. The others are looked at.
   *
   * @param looked plans that were looked at before and have stood still since, so far as is known
   */
  default Map<PlanId, Supervision> idle(Collection<PlanId> looked, Instant now) {
    return Map.of();
  }

  /**
   * Does at once for many plans what their looks have left to do after their writes. Called after
   * some looks, and before the next ones begin.
   *
   * @param lasting whether their writes are durable; otherwise nothing may be told of them
   */
  default void afterLooks(boolean lasting, Pool threads, Instant now) {}
}
