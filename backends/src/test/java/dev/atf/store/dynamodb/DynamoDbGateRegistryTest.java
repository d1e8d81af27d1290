package dev.atf.store.dynamodb;

import dev.atf.store.GateRegistryContract;
import dev.atf.store.Stores;

final class DynamoDbGateRegistryTest extends GateRegistryContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
