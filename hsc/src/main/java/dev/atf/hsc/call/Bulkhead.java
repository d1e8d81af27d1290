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
 * Bulkhead of one kind of call. It limits the number of concurrent calls, and of their concurrent
 * requests to the store, so that one kind of call cannot delay another.
 *
 * <p>The capacity is divided between groups ({@link Share}). A group may start a call only while
 * fewer of its calls are in progress than calls are free. Therefore a single group gets at most
 * half of the capacity, two groups get a third each, and a further group always gets a call. The
 * members of a tenant's group divide the calls that their group may have in the same way.
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
   * Thrown when too many calls of this bulkhead are in progress. The refused call had no effect.
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
  private final Map<String, Integer> inProgressByGroup = new HashMap<>();
  private final Map<Share, Integer> inProgress = new HashMap<>();
  private int inProgressInTotal;

  Bulkhead(String name, Limits limits, StoreLocality store, Threads threads, HscMetrics metrics) {
    this.name = name;
    this.limits = limits;
    this.store = store;
    this.metrics = metrics;
    // The queue of this pool is bounded, because both the calls in progress and the items of a call
    // are.
    this.far = new FairPool(threads.pool("atf-hsc-" + name, limits.writesMax()), threads);
  }

  /**
   * Runs the work of one call on the caller's thread.
   *
   * @param share share whose capacity the call uses
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
    int own = inProgress.getOrDefault(share, 0);
    int ofGroup = inProgressByGroup.getOrDefault(share.group(), 0);
    int free = limits.callsMax() - inProgressInTotal;
    boolean isMemberFull = share.hasOtherMembers() && own >= free - ofGroup;
    if (ofGroup >= free || isMemberFull) {
      metrics.shed(name);
      var message =
          "bulkhead %s: too many calls in progress: %d of %s, %d in total (at most %d; each share"
              + " leaves some to others); repeat the call later";
      throw new FullException(
          message.formatted(
              name,
              isMemberFull ? own : ofGroup,
              isMemberFull ? share.member() : share.group(),
              inProgressInTotal,
              limits.callsMax()));
    }
    inProgress.merge(share, 1, Integer::sum);
    inProgressByGroup.merge(share.group(), 1, Integer::sum);
    inProgressInTotal++;
  }

  private synchronized void end(Share share) {
    inProgressInTotal--;
    inProgress.computeIfPresent(share, (of, own) -> own == 1 ? null : own - 1);
    inProgressByGroup.computeIfPresent(share.group(), (of, own) -> own == 1 ? null : own - 1);
  }

  /**
   * Runs {@code work} for every item of a lambda, and waits for all of them. Items run
   * concurrently, or one after the other if that is faster than passing them to other threads.
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
