package dev.atf.store.embedded;

import dev.atf.store.GateRegistryContract;
import dev.atf.store.Stores;

final class EmbeddedGateRegistryTest extends GateRegistryContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
