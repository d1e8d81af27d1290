package dev.atf.store.dynamodb;

import dev.atf.store.Stores;
import dev.atf.store.TaskAssociationsContract;

final class DynamoDbTaskAssociationsTest extends TaskAssociationsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
