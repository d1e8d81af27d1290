package dev.atf.model.task;

import dev.atf.model.TaskId;

/**
 * Attempt that created a child task, and the index of the child (ADR 0035). It is separate from
 * {@link TaskHeader#origin()}, because a plan may also keep the turn of a child.
 *
 * @param taskId task whose handler scheduled the child
 * @param epoch epoch of the attempt whose success created the child; other attempts create nothing
 * @param child index, from 0, in the order in which the handler scheduled
 */
public record Parent(TaskId taskId, long epoch, int child) {
  /** Returns the id of a child, so that a second writer finds the first one's task. */
  public TaskId childId() {
    return TaskId.ofText("child/" + taskId + "/" + epoch + "/" + child);
  }
}
