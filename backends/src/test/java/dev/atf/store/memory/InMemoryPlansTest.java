package dev.atf.store.memory;

import dev.atf.store.PlansContract;
import dev.atf.store.Stores;

final class InMemoryPlansTest extends PlansContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
