package dev.atf.store;

final class EmbeddedGateRegistryTest extends GateRegistryContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
