package dev.atf.store;

final class DynamoDbPlansTest extends PlansContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
