package dev.atf.store.dynamodb;

import dev.atf.store.ConcurrentTransitionsContract;
import dev.atf.store.Stores;

final class DynamoDbConcurrentTransitionsTest extends ConcurrentTransitionsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
