package dev.atf.store.embedded;

import dev.atf.store.Stores;
import dev.atf.store.SubscriptionRegistryContract;

final class EmbeddedSubscriptionsTest extends SubscriptionRegistryContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
