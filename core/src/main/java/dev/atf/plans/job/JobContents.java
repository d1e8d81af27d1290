package dev.atf.plans.job;

import dev.atf.model.TaskId;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.row.PlanId;

/**
 * Ids under which the payloads of a job are stored. They are derived from their use, so that a
 * definition need not contain them, and a repeated submission finds the payloads of the first one.
 */
public final class JobContents {
  private JobContents() {}

  /**
   * Returns the id of the payload of a step.
   *
   * @param patch name of a later input; empty for the submitted one
   */
  public static TaskId payload(PlanId job, int place, String patch) {
    return job.task("contents/" + place + (patch.isEmpty() ? "" : "/" + patch));
  }

  /** Returns the id of the payload of a step's compensation if it has its own. */
  public static TaskId compensation(PlanId job, int place) {
    return job.task("contents/" + place + "/undo");
  }

  /** Returns the id of a task's payload. */
  public static TaskId of(PlanId job, StepDefinition step, StepState state, JobMember member) {
    var compensation = step.compensation();
    return member.reverts() && compensation != null && compensation.ownPayload()
        ? compensation(job, member.place())
        : payload(job, member.place(), state.patch());
  }

  /** Returns the name of the part that keeps the item count of a task's large result. */
  public static String countOf(JobMember member) {
    return "count/" + member;
  }

  /** Returns the id of the JSON array over which a step fans out. */
  public static TaskId items(PlanId job, int place) {
    return job.task("contents/" + place + "/items");
  }
}
