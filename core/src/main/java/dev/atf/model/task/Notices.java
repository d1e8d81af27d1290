package dev.atf.model.task;

import dev.atf.model.TaskId;
import java.util.List;

/**
 * Notices of a task's end, by the names of their sources: subscriptions, or {@link OnFinish#NAME}.
 *
 * @param due notices that may not be created yet; some of them are not created, because their
 *     subscription has changed since
 * @param created notices that exist
 */
public record Notices(List<String> due, List<String> created) {
  public static final Notices NONE = new Notices(List.of(), List.of());

  public Notices {
    due = List.copyOf(due);
    created = List.copyOf(created);
  }

  public static Notices toCreate(List<String> due) {
    return due.isEmpty() ? NONE : new Notices(due, List.of());
  }

  public boolean pending() {
    return !due.isEmpty();
  }

  /**
   * Returns the id of a notice's task. The id is the same for every writer, and each end has
   * another one.
   *
   * @param epoch epoch in which the task ended
   */
  public static TaskId idOf(String name, TaskId source, long epoch) {
    return TaskId.ofText("notice/" + name + "/" + source + "/" + epoch);
  }
}
