package dev.atf.model.job;

import dev.atf.model.TaskId;
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

  /** The payload of what reverts a step. */
  public static TaskId compensation(PlanId job, int place) {
    return job.task("contents/" + place + "/undo");
  }

  /** The list that a step fans out over: a JSON array. */
  public static TaskId items(PlanId job, int place) {
    return job.task("contents/" + place + "/items");
  }
}
