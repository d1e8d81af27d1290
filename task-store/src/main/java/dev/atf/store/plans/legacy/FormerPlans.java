package dev.atf.store.plans.legacy;

import dev.atf.model.TaskId;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.FireNote;
import dev.atf.store.plans.JobSteps;

/** Former texts of plans and their parts, as today's bytes. */
public final class FormerPlans {
  private FormerPlans() {}

  /** Returns the state of a plan. */
  public static Bytes state(PlanKind kind, String text) {
    if (text.isEmpty()) {
      return Bytes.EMPTY;
    }
    return switch (kind) {
      case PERIODIC -> FormerPeriodic.state(text);
      case ORDER -> FormerOrders.state(text);
      case JOB -> FormerJobs.state(text);
      case CONDITION -> throw new IllegalArgumentException("no condition has this format: " + text);
    };
  }

  /**
   * Returns the body of a part.
   *
   * @param name of the part; it says what the body is
   */
  public static Bytes body(String name, String text) {
    if (name.startsWith("steps/")) {
      return FormerJobs.steps(text);
    }
    if (name.startsWith("count/")) {
      return JobSteps.count(Integer.parseInt(text));
    }
    if (name.startsWith("triggered/")) {
      return FireNote.of(new TaskId(text));
    }
    return text.isEmpty() ? Bytes.EMPTY : FormerOrders.member(text);
  }
}
