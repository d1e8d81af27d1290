package dev.atf.storeconsumer.plans;

import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreLocality;
import java.util.List;
import java.util.function.Function;

/**
 * The threads on which plans are looked at.
 *
 * @param store of the plans; where it is near, those threads are none, and it waits for its disk
 *     once for all that are looked at together
 */
public record PlanPool(Pool threads, StoreLocality store) {
  PlanPool(Pool threads) {
    this(threads, StoreLocality.FAR);
  }

  /**
   * Does {@code work} for all.
   *
   * @return the results in the order of the items; what the store answered meanwhile lasts
   * @throws dev.atf.store.StoreException if it perhaps does not
   */
  public <A, B> List<B> together(List<A> items, Function<A, B> work) {
    return store.together(() -> threads.map(items, work));
  }
}
