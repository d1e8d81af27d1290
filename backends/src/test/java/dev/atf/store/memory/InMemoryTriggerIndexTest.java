package dev.atf.store.memory;

import dev.atf.store.Stores;
import dev.atf.store.TriggerIndexContract;

final class InMemoryTriggerIndexTest extends TriggerIndexContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
