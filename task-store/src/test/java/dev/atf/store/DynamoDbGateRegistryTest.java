package dev.atf.store;

final class DynamoDbGateRegistryTest extends GateRegistryContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
