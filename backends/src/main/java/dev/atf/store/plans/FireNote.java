package dev.atf.store.plans;

import dev.atf.model.TaskId;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.plans.StoredPlans;

/** Body of the part that records a triggered task of a periodic task. */
public final class FireNote {
  private FireNote() {}

  public static Bytes of(TaskId task) {
    return PlanBytes.of(StoredPlans.FireNote.newBuilder().setTaskId(StoredIds.of(task)).build());
  }

  /**
   * Reads the id of the task.
   *
   * @throws IllegalArgumentException if the part contains no task
   */
  public static TaskId read(PlanPart part) {
    return StoredIds.taskId(
        PlanBytes.read(StoredPlans.FireNote.parser(), part.body(), part).getTaskId());
  }
}
