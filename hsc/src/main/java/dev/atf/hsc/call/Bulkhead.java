package dev.atf.hsc.call;

import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.Threads;
import dev.atf.store.StoreException;
import dev.atf.store.StoreLocality;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Bulkhead of one kind of call: it limits the calls and the requests to the store under way at a
 * time. Another kind of call can be late only by its own doing.
 *
 * <p>Callers share it: none may have more calls under way than are still free. So a single caller
 * has half of them, two have a third each, and another can always be admitted.
 */
public final class Bulkhead implements AutoCloseable {
  /**
   * Maximum work under way at a time.
   *
   * @param writesMax requests to the store
   * @param callsMax calls; others are refused
   */
  public record Limits(int writesMax, int callsMax) {}

  /**
   * Thrown when too many calls of this bulkhead are under way; none of the call's work was begun.
   */
  public static final class FullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FullException(String message) {
      super(message);
    }
  }

  private final String name;
  private final Limits limits;
  private final StoreLocality store;
  private final FairPool far;
  private final Pool near = Pool.direct();
  private final HscMetrics metrics;
  private final Map<String, Integer> underWay = new HashMap<>();
  private int underWayInAll;

  Bulkhead(String name, Limits limits, StoreLocality store, Threads threads, HscMetrics metrics) {
    this.name = name;
    this.limits = limits;
    this.store = store;
    this.metrics = metrics;
    // The waiting work is bounded by the calls under way and the number of items in each.
    this.far = new FairPool(threads.pool("atf-hsc-" + name, limits.writesMax()), threads);
  }

  /**
   * Does one call's work on the caller's thread.
   *
   * @param caller the lambda or controller whose share it takes
   * @throws FullException at once if the bulkhead, or its share, is full
   */
  public <T> T call(String caller, Supplier<T> work) {
    begin(caller);
    try {
      return work.get();
    } finally {
      end(caller);
    }
  }

  private synchronized void begin(String caller) {
    int own = underWay.getOrDefault(caller, 0);
    if (own >= limits.callsMax() - underWayInAll) {
      metrics.shed(name);
      var said =
          "too many calls of bulkhead %s are under way: %d of %s, %d in all (at most %d);"
              + " repeat the call later";
      throw new FullException(said.formatted(name, own, caller, underWayInAll, limits.callsMax()));
    }
    underWay.put(caller, own + 1);
    underWayInAll++;
  }

  private synchronized void end(String caller) {
    underWayInAll--;
    underWay.computeIfPresent(caller, (name, own) -> own == 1 ? null : own - 1);
  }

  /**
   * Does {@code work} for every item of a lambda, and waits for all of them: several at a time, or
   * one after the other where that takes less than handing them to threads.
   *
   * @return the answers in the order of the items
   * @throws StoreException the first of the failures, after every item was tried
   */
  public <A, B> List<B> forEach(String lambda, List<A> items, Function<A, B> work) {
    return store.together(
        () -> store.isNear() ? near.map(items, work) : far.map(lambda, items, work));
  }

  /** Returns whether items of the lambda wait for a thread. */
  boolean isWaiting(String lambda) {
    return far.isWaiting(lambda);
  }

  @Override
  public void close() {
    far.close();
  }
}
