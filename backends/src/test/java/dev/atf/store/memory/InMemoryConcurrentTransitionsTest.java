package dev.atf.store.memory;

import dev.atf.store.ConcurrentTransitionsContract;
import dev.atf.store.Stores;

final class InMemoryConcurrentTransitionsTest extends ConcurrentTransitionsContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
