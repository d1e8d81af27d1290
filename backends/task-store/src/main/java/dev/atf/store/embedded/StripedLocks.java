package dev.atf.store.embedded;

import dev.atf.model.TaskId;
import dev.atf.store.embedded.database.Database;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Locks, each for a part of the tasks. A reader that will change a task holds the task's lock. */
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

  /** Lock with the number of the latest write under it, and some of its tasks. */
  static final class Stripe {
    private final RecentTasks recent = new RecentTasks();
    private long written;

    /** Used while its lock is held. */
    RecentTasks recent() {
      return recent;
    }

    /** Works under the lock, and returns when every write to one of its tasks is durable. */
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

    /**
     * Called while its lock is held.
     *
     * @return the number of the last write to one of its tasks
     */
    long written() {
      return written;
    }

    /** Called while its lock is held. */
    long wrote(long number) {
      written = number;
      return number;
    }
  }

  /**
   * Unfinished tasks that were read or written most recently, so that their next transition need
   * not read them. Guarded by the lock of their stripe.
   */
  static final class RecentTasks {
    /**
     * Maximum number of tasks in one stripe. All stripes together hold some 16,000 tasks, about 25
     * MB.
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
}
