package dev.atf.store.memory;

import dev.atf.store.Stores;
import dev.atf.store.SubscriptionRegistryContract;

final class InMemorySubscriptionsTest extends SubscriptionRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
