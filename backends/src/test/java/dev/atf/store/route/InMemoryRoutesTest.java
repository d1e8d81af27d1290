package dev.atf.store.route;

import dev.atf.store.Stores;

final class InMemoryRoutesTest extends RouteRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
