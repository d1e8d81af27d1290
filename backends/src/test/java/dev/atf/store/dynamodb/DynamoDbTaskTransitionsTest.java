package dev.atf.store.dynamodb;

import dev.atf.store.Stores;
import dev.atf.store.TaskTransitionsContract;

final class DynamoDbTaskTransitionsTest extends TaskTransitionsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
