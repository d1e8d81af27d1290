package dev.atf.testkit;

import dev.atf.model.Association;
import dev.atf.model.TaskEvent;
import dev.atf.model.TaskId;
import dev.atf.simulation.aws.WatchedStore;
import java.util.ArrayList;
import java.util.List;

/** What has happened to tasks, in order. */
final class TaskLog implements WatchedStore.Watcher {
  private final List<TaskId> created = new ArrayList<>();
  private long changes;
  private int runs;

  List<TaskId> created() {
    return List.copyOf(created);
  }

  /** Grows with everything that happens. */
  long changes() {
    return changes;
  }

  /** Attempts begun. */
  int runs() {
    return runs;
  }

  @Override
  public void created(Association task) {
    changes++;
    created.add(task.taskId());
  }

  @Override
  public void read(TaskId taskId) {}

  @Override
  public void changed(TaskEvent event, Association before, Association after) {
    changes++;
    if (after.attempt() > before.attempt()) {
      runs++;
    }
  }
}
