package dev.atf.store.dynamodb;

import dev.atf.store.PlansContract;
import dev.atf.store.Stores;

final class DynamoDbPlansTest extends PlansContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
