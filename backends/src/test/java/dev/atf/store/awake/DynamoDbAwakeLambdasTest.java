package dev.atf.store.awake;

import dev.atf.store.Stores;

final class DynamoDbAwakeLambdasTest extends AwakeLambdasContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
