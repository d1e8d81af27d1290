package dev.atf.model.task;

import dev.atf.model.TaskId;

/**
 * Attempt that created a child task, and the child's number (ADR 0035). It is separate from {@link
 * TaskHeader#origin()}, because a plan may also keep the turn of a child.
 *
 * @param taskId task whose handler scheduled it
 * @param epoch epoch of the attempt whose success created it; other attempts create nothing
 * @param child number, from 0, in the order in which the handler scheduled
 */
public record Parent(TaskId taskId, long epoch, int child) {
  /** Returns the child's own id, so that a second writer finds the first one's task. */
  public TaskId childId() {
    return TaskId.ofText("child/" + taskId + "/" + epoch + "/" + child);
  }
}
