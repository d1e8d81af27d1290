package dev.atf.store.dynamodb;

import dev.atf.store.Stores;
import dev.atf.store.SubscriptionRegistryContract;

final class DynamoDbSubscriptionsTest extends SubscriptionRegistryContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
