package dev.atf.store;

final class DynamoDbTaskAssociationsTest extends TaskAssociationsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
