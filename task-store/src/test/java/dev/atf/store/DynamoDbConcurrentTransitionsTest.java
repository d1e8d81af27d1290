package dev.atf.store;

final class DynamoDbConcurrentTransitionsTest extends ConcurrentTransitionsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
