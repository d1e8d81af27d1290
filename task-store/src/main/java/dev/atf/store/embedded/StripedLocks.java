package dev.atf.store.embedded;

import dev.atf.model.TaskId;
import dev.atf.model.plan.PlanId;

/** Locks, each for some of the tasks; whoever reads a task to change it holds its own. */
final class StripedLocks {
  /** More than threads that are at work at a time, so that they seldom meet. */
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

  Stripe of(PlanId planId) {
    return locks[planId.shard(COUNT)];
  }

  /** The lock, and what was last written under it. */
  static final class Stripe {
    private long written;

    /**
     * While its lock is held.
     *
     * @return the number of the last write to one of its tasks
     */
    long written() {
      return written;
    }

    /** While its lock is held. */
    long wrote(long number) {
      written = number;
      return number;
    }
  }
}
