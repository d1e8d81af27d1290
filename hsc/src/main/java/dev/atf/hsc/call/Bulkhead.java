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
 * Bulkhead of one kind of call. It limits the calls, and the requests to the store, that are in
 * progress at the same time, so that one kind of call cannot delay another.
 *
 * <p>Callers share it. A caller may have at most as many calls in progress as are still free.
 * Therefore one caller can use half of the calls, two callers can use a third each, and a new
 * caller can always be admitted.
 */
public final class Bulkhead implements AutoCloseable {
  /**
   * Maximum work in progress at the same time.
   *
   * @param writesMax maximum number of requests to the store
   * @param callsMax maximum number of calls; further calls are refused
   */
  public record Limits(int writesMax, int callsMax) {}

  /**
   * Thrown when too many calls of this bulkhead are in progress. Nothing of the refused call has
   * been done.
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
  private final Map<String, Integer> inProgress = new HashMap<>();
  private int inProgressTotal;

  Bulkhead(String name, Limits limits, StoreLocality store, Threads threads, HscMetrics metrics) {
    this.name = name;
    this.limits = limits;
    this.store = store;
    this.metrics = metrics;
    // The number of calls in progress and the number of items in each bound the waiting work.
    this.far = new FairPool(threads.pool("atf-hsc-" + name, limits.writesMax()), threads);
  }

  /**
   * Runs the work of one call on the caller's thread.
   *
   * @param caller lambda or controller whose share the call uses
   * @throws FullException immediately, if the bulkhead or the caller's share is full
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
    int own = inProgress.getOrDefault(caller, 0);
    if (own >= limits.callsMax() - inProgressTotal) {
      metrics.shed(name);
      var message =
          "too many calls of bulkhead %s are in progress: %d of %s, %d in total (at most %d);"
              + " repeat the call later";
      throw new FullException(
          message.formatted(name, own, caller, inProgressTotal, limits.callsMax()));
    }
    inProgress.put(caller, own + 1);
    inProgressTotal++;
  }

  private synchronized void end(String caller) {
    inProgressTotal--;
    inProgress.computeIfPresent(caller, (name, own) -> own == 1 ? null : own - 1);
  }

  /**
   * Runs {@code work} for every item of a lambda, and waits for all of them. Several items run at
   * the same time, or one after the other if that is faster than passing them to threads.
   *
   * @return the answers in the order of the items
   * @throws StoreException the first failure, after all items were tried
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
