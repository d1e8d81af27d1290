package dev.atf.store;

final class DynamoDbTaskTransitionsTest extends TaskTransitionsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
