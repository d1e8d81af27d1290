package dev.atf.model.transition;

import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;

/**
 * Attempt of which a task is a child, and its number (ADR 0035). Kept apart from {@link
 * TaskHeader#origin()}: a child may have its turn kept by a plan, too.
 *
 * @param taskId task whose handler scheduled it
 * @param epoch epoch of the attempt whose success created it; other attempts create nothing
 * @param child number, from 0, in the order in which the handler scheduled
 */
public record Parent(TaskId taskId, long epoch, int child) {
  private static final int PARTS = 3;

  /** Returns the child's own id, so that a second writer finds the first one's task. */
  public TaskId childId() {
    return TaskId.ofText("child/" + taskId + "/" + epoch + "/" + child);
  }

  /** Returns one text of it, for stores. */
  public String toText() {
    return taskId + "/" + epoch + "/" + child;
  }

  /**
   * @param text of {@link #toText}
   */
  public static Parent parse(String text) {
    var parts = text.split("/", PARTS);
    return new Parent(new TaskId(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
  }
}
