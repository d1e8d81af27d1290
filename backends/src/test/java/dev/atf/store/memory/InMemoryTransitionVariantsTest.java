package dev.atf.store.memory;

import dev.atf.store.Stores;
import dev.atf.store.TransitionVariantsContract;

final class InMemoryTransitionVariantsTest extends TransitionVariantsContract {
  private final Stores stores = Stores.inMemory();

  @Override
  protected Stores stores() {
    return stores;
  }
}
