package dev.atf.store;

final class DynamoDbRunningPermitsTest extends RunningPermitsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
