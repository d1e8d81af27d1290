package dev.atf.store.search;

import dev.atf.store.Stores;
import dev.atf.store.TaskSearchContract;

final class DynamoDbTaskSearchTest extends TaskSearchContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
