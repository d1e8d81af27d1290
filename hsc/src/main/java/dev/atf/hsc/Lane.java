package dev.atf.hsc;

import dev.atf.runtime.Pool;
import dev.atf.runtime.Threads;
import dev.atf.store.Proximity;
import dev.atf.store.StoreException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What one kind of call may take of this process: so many calls at a time, and so many requests to
 * the store at a time. Another kind of call can be late only by its own doing.
 */
final class Lane implements AutoCloseable {
  /** Too many calls of this lane are under way; none of this one's work was begun. */
  static final class FullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FullException(String lane, int callsMax) {
      super(callsMax + " calls of lane " + lane + " wait for the store");
    }
  }

  private final String name;
  private final LaneLimits limits;
  private final Proximity store;
  private final Semaphore calls;
  private final Pool writes;
  private final HscMetrics metrics;

  Lane(String name, LaneLimits limits, Proximity store, Threads threads, HscMetrics metrics) {
    this.name = name;
    this.limits = limits;
    this.store = store;
    this.calls = new Semaphore(limits.callsMax());
    this.metrics = metrics;
    // What waits is bounded by the calls under way and the bound of each one's items.
    this.writes =
        store.isNear() ? Pool.direct() : threads.pool("atf-hsc-" + name, limits.writesMax());
  }

  /**
   * Does one call's work on the caller's thread.
   *
   * @throws FullException at once if the lane is full
   */
  <T> T call(Supplier<T> work) {
    if (!calls.tryAcquire()) {
      metrics.shed(name);
      throw new FullException(name, limits.callsMax());
    }
    try {
      return work.get();
    } finally {
      calls.release();
    }
  }

  /**
   * Does {@code work} for every item, and waits for all of them: several at a time, or one after
   * the other where that takes less than to hand them to threads.
   *
   * @return the answers in the order of the items
   * @throws StoreException the first of the failures, after every item was tried
   */
  <A, B> List<B> forEach(List<A> items, Function<A, B> work) {
    return store.together(() -> writes.map(items, work));
  }

  @Override
  public void close() {
    writes.close();
  }
}
