package dev.atf.store.dynamodb;

import dev.atf.store.RunningPermitsContract;
import dev.atf.store.Stores;

final class DynamoDbRunningPermitsTest extends RunningPermitsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
