package dev.atf.storeconsumer;

import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanKind;
import java.time.Instant;

/** Knows what has to be done about the plans of one kind (ADR 0030). */
interface PlanSupervisor {
  PlanKind kind();

  /**
   * Does what a plan wants now, each effect so that a second time changes nothing, and writes its
   * next version, if it has one: behind the effects, or, where they must not happen unless this
   * look has won, before them. Whoever is interrupted in between leaves a plan from which the next
   * look does what is missing.
   *
   * @param plan as it stands, with an alarm that has rung
   * @param now the caller's wall-clock time, taken once for each plan; whole milliseconds
   * @throws dev.atf.store.StoreException if something is not done, or not known to be
   */
  Supervision look(Plan plan, Instant now);
}
