package dev.atf.store.notice;

import dev.atf.store.Stores;

final class InMemorySubscriptionsTest extends SubscriptionRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
