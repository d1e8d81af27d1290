package dev.atf.store.route;

import dev.atf.store.Stores;

final class EmbeddedRoutesTest extends RouteRegistryContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
