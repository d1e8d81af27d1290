package dev.atf.store.embedded;

import dev.atf.model.TaskId;
import dev.atf.store.embedded.database.Database;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Locks, each of which guards a part of the tasks. A reader that will change a task holds the
 * task's lock.
 */
final class StripedLocks {
  /**
   * Number of locks. It is greater than the number of concurrent threads, so that they rarely
   * collide.
   */
  private static final int COUNT = 1_024;

  private final Stripe[] locks = new Stripe[COUNT];

  StripedLocks() {
    for (int i = 0; i < COUNT; i++) {
      locks[i] = new Stripe();
    }
  }

  Stripe of(TaskId taskId) {
    return locks[taskId.shard(COUNT)];
  }

  /** Lock with the number of the latest write under it, and with some of its tasks. */
  static final class Stripe {
    private final RecentTasks recent = new RecentTasks();
    private long written;

    /** Returns the recent tasks. The caller holds the lock. */
    RecentTasks recent() {
      return recent;
    }

    /** Does work under the lock, and returns when all writes to its tasks are durable. */
    <T> T durably(Database database, Supplier<T> work) {
      T result;
      long last;
      synchronized (this) {
        result = work.get();
        last = written;
      }
      database.awaitDurable(last);
      return result;
    }

    /** Returns the number of the last write to one of its tasks. The caller holds the lock. */
    long written() {
      return written;
    }

    /** Records a write. The caller holds the lock. */
    long wrote(long number) {
      written = number;
      return number;
    }
  }

  /**
   * Unfinished tasks that were recently read or written, so that their next transition need not
   * read them. The lock of their stripe guards them.
   */
  static final class RecentTasks {
    /**
     * Maximum number of tasks in one stripe. All stripes together have about 16,000 tasks, which
     * take about 25 MB.
     */
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

    /** Keeps the stored state of a task, unless the state differs from what a reader would find. */
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
}
