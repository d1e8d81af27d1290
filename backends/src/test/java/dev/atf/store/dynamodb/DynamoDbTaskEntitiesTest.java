package dev.atf.store.dynamodb;

import dev.atf.store.Stores;
import dev.atf.store.TaskEntitiesContract;

final class DynamoDbTaskEntitiesTest extends TaskEntitiesContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
