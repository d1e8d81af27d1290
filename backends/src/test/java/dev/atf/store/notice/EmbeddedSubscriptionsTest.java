package dev.atf.store.notice;

import dev.atf.store.Stores;

final class EmbeddedSubscriptionsTest extends SubscriptionRegistryContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
