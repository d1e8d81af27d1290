package dev.atf.storeconsumer.plans;

import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreLocality;
import java.util.List;
import java.util.function.Function;

/**
 * Threads on which plans are checked.
 *
 * @param store store of the plans; a local store uses no such threads, and waits for its disk once
 *     for all plans that are checked together
 */
record PlanPool(Pool threads, StoreLocality store) {
  PlanPool(Pool threads) {
    this(threads, StoreLocality.FAR);
  }

  /**
   * Does {@code work} for all items.
   *
   * @return the results in the order of the items; all answers that the store gave during this call
   *     are durable
   * @throws dev.atf.store.StoreException if they are possibly not
   */
  public <A, B> List<B> together(List<A> items, Function<A, B> work) {
    return store.together(() -> threads.map(items, work));
  }
}
