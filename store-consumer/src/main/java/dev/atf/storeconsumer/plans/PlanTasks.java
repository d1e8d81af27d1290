package dev.atf.storeconsumer.plans;

import dev.atf.hints.Hints;
import dev.atf.model.task.Association;
import dev.atf.store.RepeatedWrite;
import dev.atf.store.TaskAssociations;
import jakarta.inject.Inject;

/**
 * Creates the tasks of plans and the children of tasks, and sends hints about tasks that are due
 * before the next poll.
 */
public final class PlanTasks {
  private final TaskAssociations associations;
  private final Hints hints;

  @Inject
  public PlanTasks(TaskAssociations associations, Hints hints) {
    this.associations = associations;
    this.hints = hints;
  }

  /**
   * Creates a task unless a task with its id exists.
   *
   * @return false if it existed
   * @throws dev.atf.store.StoreException if the task is not created, or possibly not; the call can
   *     be repeated
   */
  boolean create(Association task) {
    boolean created = RepeatedWrite.of(() -> associations.create(task));
    if (created) {
      hints.written(task);
    }
    return created;
  }
}
