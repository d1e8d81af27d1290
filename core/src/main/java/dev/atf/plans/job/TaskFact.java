package dev.atf.plans.job;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;

/**
 * Known facts about a task of a job.
 *
 * @param ran whether an attempt of the task was ever claimed
 * @param cancelRequested whether its executor was asked to stop
 */
public record TaskFact(TaskStatus status, boolean ran, boolean cancelRequested) {
  public static TaskFact of(Association task) {
    return new TaskFact(
        task.status(), task.attempt() > 0 || task.startedAt() != null, task.cancelRequested());
  }
}
