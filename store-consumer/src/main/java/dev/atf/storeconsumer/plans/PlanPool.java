package dev.atf.storeconsumer.plans;

import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreLocality;
import java.util.List;
import java.util.function.Function;

/**
 * Threads on which plans are checked.
 *
 * @param store locality of the store; a local store needs no threads, and waits for its disk once
 *     for all plans that are checked together
 */
record PlanPool(Pool threads, StoreLocality store) {
  PlanPool(Pool threads) {
    this(threads, StoreLocality.FAR);
  }

  /**
   * Runs {@code work} for all items.
   *
   * @return the results in the order of the items; everything that the store has answered during
   *     this call is durable
   * @throws dev.atf.store.StoreException if something is possibly not durable
   */
  public <A, B> List<B> together(List<A> items, Function<A, B> work) {
    return store.together(() -> threads.map(items, work));
  }
}
