package dev.atf.store.memory;

import dev.atf.store.Stores;
import dev.atf.store.TransitionPairsContract;

final class InMemoryTransitionPairsTest extends TransitionPairsContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
