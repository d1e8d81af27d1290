package dev.atf.store;

final class DynamoDbTriggerIndexTest extends TriggerIndexContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
