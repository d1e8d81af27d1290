package dev.atf.store;

final class InMemoryGateRegistryTest extends GateRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
