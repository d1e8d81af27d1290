package dev.atf.store.embedded;

import dev.atf.model.TaskId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Unfinished tasks that were read or written last, so that the next transition of one need not read
 * it. Guarded by the lock of their stripe.
 */
final class RecentTasks {
  /** Chosen: with all stripes some 16,000 tasks, about 25 MB. */
  private static final int TASKS_MAX = 16;

  private final Map<TaskId, StoredTask> tasks =
      new LinkedHashMap<>(TASKS_MAX, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TaskId, StoredTask> eldest) {
          return size() > TASKS_MAX;
        }
      };

  Optional<StoredTask> find(TaskId taskId) {
    return Optional.ofNullable(tasks.get(taskId));
  }

  /** Keeps the state that is stored now, unless a reader would find it otherwise. */
  void keep(StoredTask stored) {
    var task = stored.task();
    if (task.needsAttention() && stored.isExact()) {
      tasks.put(task.taskId(), stored);
    } else {
      forget(task.taskId());
    }
  }

  void forget(TaskId taskId) {
    tasks.remove(taskId);
  }
}
