package dev.atf.store.dynamodb;

import dev.atf.store.LambdaRegistryContract;
import dev.atf.store.Stores;

final class DynamoDbLambdaRegistryTest extends LambdaRegistryContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
