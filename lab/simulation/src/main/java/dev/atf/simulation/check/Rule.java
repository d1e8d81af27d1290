package dev.atf.simulation.check;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.task.Association;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanPart;
import java.time.Instant;
import java.util.Collection;
import java.util.OptionalInt;

/** Law of a history, called for every event in order; it reports violations. */
public interface Rule {
  /** Returns its statement, in a few words. */
  String name();

  default void created(Instant at, Association task, Verdict verdict) {}

  default void changed(ObservedChange change, Verdict verdict) {}

  default void promised(Promise promise, Verdict verdict) {}

  /** Called after each try of a client to schedule a task. */
  default void scheduleTried(ScheduleTry one, Verdict verdict) {}

  default void began(Instant at, ObservedExecution execution, Verdict verdict) {}

  /**
   * Called when a handler has scheduled children, and is about to end.
   *
   * @param count number of its children in all
   */
  default void scheduled(Instant at, ObservedExecution execution, int count, Verdict verdict) {}

  /** Called when a handler has returned, or its process was killed. */
  default void ended(Instant at, ObservedExecution execution, Verdict verdict) {}

  /** Called when a call for work of a lambda begins to wait. */
  default void workAwaited(Instant at, LambdaName lambda) {}

  /** Called when a call for work has ended, with work or without. */
  default void workAnswered(LambdaName lambda) {}

  /** Called when a worker host sends a claim for the first time. */
  default void handsOut(Instant at, HandOut handOut, Verdict verdict) {}

  /** Called before an executor ends itself because its heartbeats failed or a lease has ended. */
  default void leaseOver(Instant at, ExecutorId executor, Verdict verdict) {}

  default void partPut(PlanPart part) {}

  /** Called when a handler has scheduled children and a join, and is about to end. */
  default void joined(ObservedExecution execution, PlanId join) {}

  /** Called before a client submits the job, or a handler schedules it, with any outcome. */
  default void submitted(SubmittedJob job) {}

  /** Called when the submission of a job was answered. */
  default void acknowledged(PlanId job, Verdict verdict) {}

  /** Called before an operator skips a step, which then counts as done, or as reverted. */
  default void skipWanted(PlanId job, String step) {}

  /** Called before an operator retries the failed steps of a job. */
  default void retryWanted(PlanId job) {}

  /**
   * Called before the handler of a job's step ends with a result.
   *
   * @param items number of items of the array; empty if the result is not an array
   */
  default void returned(ObservedExecution execution, OptionalInt items) {}

  default void planWritten(Instant at, Plan plan, Verdict verdict) {}

  /** Called at the end, long after the last fault, when nothing more is to come. */
  default void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {}

  /** Receiver of violations. */
  interface Verdict {
    void broken(Rule rule, String how);
  }
}
