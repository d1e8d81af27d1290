package dev.atf.store.memory;

import dev.atf.store.Stores;
import dev.atf.store.TransitionFeedContract;

final class InMemoryTransitionFeedTest extends TransitionFeedContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
