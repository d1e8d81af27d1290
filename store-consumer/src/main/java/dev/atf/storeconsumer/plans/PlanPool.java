package dev.atf.storeconsumer.plans;

import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreLocality;
import java.util.List;
import java.util.function.Function;

/**
 * Threads on which plans are looked at.
 *
 * @param store of the plans; where it is local, there are no such threads, and it waits for its
 *     disk once for all plans that are looked at together
 */
public record PlanPool(Pool threads, StoreLocality store) {
  PlanPool(Pool threads) {
    this(threads, StoreLocality.FAR);
  }

  /**
   * Does {@code work} for all items.
   *
   * @return the results in the order of the items; all answers of the store meanwhile are durable
   * @throws dev.atf.store.StoreException if they perhaps are not
   */
  public <A, B> List<B> together(List<A> items, Function<A, B> work) {
    return store.together(() -> threads.map(items, work));
  }
}
