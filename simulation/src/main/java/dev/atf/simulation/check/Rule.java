package dev.atf.simulation.check;

import dev.atf.model.Association;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanId;
import dev.atf.model.plan.PlanPart;
import dev.atf.simulation.check.plans.SubmittedJob;
import java.time.Instant;
import java.util.Collection;
import java.util.OptionalInt;

/** One law. It is told everything in its order, and says so when something breaks it. */
public interface Rule {
  /** What it says, in a few words. */
  String name();

  default void created(Instant at, Association task, Verdict verdict) {}

  default void changed(Change change, Verdict verdict) {}

  default void promised(Promise promise, Verdict verdict) {}

  default void began(Instant at, Execution execution, Verdict verdict) {}

  /**
   * Its handler has scheduled children, and is about to end.
   *
   * @param count of them, in all
   */
  default void scheduled(Instant at, Execution execution, int count, Verdict verdict) {}

  /** It returned, or its process was killed. */
  default void ended(Instant at, Execution execution, Verdict verdict) {}

  /** A call for work of a lambda begins to wait. */
  default void workAwaited(Instant at, LambdaName lambda) {}

  /** Such a call has ended, with work or without. */
  default void workAnswered(LambdaName lambda) {}

  /** An executor is about to end itself, for its heartbeats failed or a lease is over. */
  default void leaseOver(Instant at, ExecutorId executor, Verdict verdict) {}

  default void partPut(PlanPart part) {}

  /** The handler scheduled children and what waits for them, and is about to end. */
  default void joined(Execution execution, PlanId join) {}

  /** A client is about to submit it, or a handler to schedule it, whatever comes of that. */
  default void submitted(SubmittedJob job) {}

  /** Its submission was answered. */
  default void acknowledged(PlanId job, Verdict verdict) {}

  /** An operator is about to say that a step counts as done, or as reverted. */
  default void skipWanted(PlanId job, String step) {}

  /** An operator is about to say that what has failed is to be tried again. */
  default void retryWanted(PlanId job) {}

  /**
   * The handler of a job's step is about to end with a result.
   *
   * @param items of the array; empty: it is none
   */
  default void returned(Execution execution, OptionalInt items) {}

  default void planWritten(Instant at, Plan plan, Verdict verdict) {}

  /** The faults stopped long ago, and nothing more is to come. */
  default void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {}

  /** Where a rule says that it was broken. */
  interface Verdict {
    void broken(Rule rule, String how);
  }
}
