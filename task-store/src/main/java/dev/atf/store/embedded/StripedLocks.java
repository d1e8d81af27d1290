package dev.atf.store.embedded;

import dev.atf.model.TaskId;
import dev.atf.store.embedded.database.Database;
import java.util.function.Supplier;

/** Locks, each for some of the tasks; a reader that will change a task holds its lock. */
final class StripedLocks {
  /** Number of locks: more than concurrent threads, so that they seldom collide. */
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
}
