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
 * <p>The shares of {@link Share} divide it. No group may have more calls in progress than are still
 * free. Therefore a single group has half of them, two have a third each, and another group can
 * always be admitted. Within the group of a tenant, no member may have more calls in progress than
 * its group may still begin.
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
  private final Map<String, Integer> underWayOfGroups = new HashMap<>();
  private final Map<Share, Integer> underWay = new HashMap<>();
  private int underWayInAll;

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
   * @param share share that the call takes a part of
   * @throws FullException at once if the bulkhead, or the share, is full
   */
  public <T> T call(Share share, Supplier<T> work) {
    begin(share);
    try {
      return work.get();
    } finally {
      end(share);
    }
  }

  private synchronized void begin(Share share) {
    int own = underWay.getOrDefault(share, 0);
    int ofGroup = underWayOfGroups.getOrDefault(share.group(), 0);
    int free = limits.callsMax() - underWayInAll;
    boolean isMemberFull = share.hasOtherMembers() && own >= free - ofGroup;
    if (ofGroup >= free || isMemberFull) {
      metrics.shed(name);
      var said =
          "too many calls of bulkhead %s are under way: %d of %s, %d in all (at most %d; each share"
              + " leaves some to others); repeat the call later";
      throw new FullException(
          said.formatted(
              name,
              isMemberFull ? own : ofGroup,
              isMemberFull ? share.member() : share.group(),
              underWayInAll,
              limits.callsMax()));
    }
    underWay.merge(share, 1, Integer::sum);
    underWayOfGroups.merge(share.group(), 1, Integer::sum);
    underWayInAll++;
  }

  private synchronized void end(Share share) {
    underWayInAll--;
    underWay.computeIfPresent(share, (of, own) -> own == 1 ? null : own - 1);
    underWayOfGroups.computeIfPresent(share.group(), (of, own) -> own == 1 ? null : own - 1);
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
        () -> store.isNear() ? near.map(items, work) : far.map(Share.of(lambda), items, work));
  }

  /** Returns whether items of the lambda wait for a thread. */
  boolean isWaiting(String lambda) {
    return far.isWaiting(Share.of(lambda));
  }

  @Override
  public void close() {
    far.close();
  }
}
