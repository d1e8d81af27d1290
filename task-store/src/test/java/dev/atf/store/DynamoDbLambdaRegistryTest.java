package dev.atf.store;

final class DynamoDbLambdaRegistryTest extends LambdaRegistryContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
