package dev.atf.store.notice;

import dev.atf.store.Stores;

final class DynamoDbSubscriptionsTest extends SubscriptionRegistryContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
