package dev.atf.store.dynamodb;

import dev.atf.store.Stores;
import dev.atf.store.TriggerIndexContract;

final class DynamoDbTriggerIndexTest extends TriggerIndexContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
