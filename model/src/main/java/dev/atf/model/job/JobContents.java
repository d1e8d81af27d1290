package dev.atf.model.job;

import dev.atf.model.TaskId;
import dev.atf.model.job.definition.StepDefinition;
import dev.atf.model.plan.PlanId;

/**
 * Under which ids the payloads of a job are kept. They follow from what they are for, so that a
 * definition need not name them and a repeated submission meets the first one's.
 */
public final class JobContents {
  private JobContents() {}

  /**
   * The payload of a step.
   *
   * @param patch which later input; empty: the submitted one
   */
  public static TaskId payload(PlanId job, int place, String patch) {
    return job.task("contents/" + place + (patch.isEmpty() ? "" : "/" + patch));
  }

  /** The payload of what reverts a step, if it has its own. */
  public static TaskId compensation(PlanId job, int place) {
    return job.task("contents/" + place + "/undo");
  }

  /** What a task is given. */
  public static TaskId of(PlanId job, StepDefinition step, StepState state, JobMember member) {
    var compensation = step.compensation();
    return member.reverts() && compensation != null && compensation.ownPayload()
        ? compensation(job, member.place())
        : payload(job, member.place(), state.patch());
  }

  /** The part in which the items are counted of a large result of a task. */
  public static String countOf(JobMember member) {
    return "count/" + member;
  }

  /** The list that a step fans out over: a JSON array. */
  public static TaskId items(PlanId job, int place) {
    return job.task("contents/" + place + "/items");
  }
}
