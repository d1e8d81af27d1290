package dev.atf.store;

final class DynamoDbTaskEntitiesTest extends TaskEntitiesContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
