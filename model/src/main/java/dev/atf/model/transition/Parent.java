package dev.atf.model.transition;

import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;

/**
 * Which child of which attempt a task is (ADR 0035). Stands apart from {@link TaskHeader#origin()}:
 * a child may have its turn kept by a plan, too.
 *
 * @param taskId of the task whose handler scheduled it
 * @param epoch of the attempt whose success made it: of other attempts nothing is made
 * @param child its number, from 0, in the order in which the handler scheduled
 */
public record Parent(TaskId taskId, long epoch, int child) {
  private static final int PARTS = 3;

  /** The child's own id: whoever makes it a second time meets the first. */
  public TaskId childId() {
    return TaskId.ofText("child/" + taskId + "/" + epoch + "/" + child);
  }

  /** One text of it, for stores. */
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
