package dev.atf.store.memory;

import dev.atf.store.GateRegistryContract;
import dev.atf.store.Stores;

final class InMemoryGateRegistryTest extends GateRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
