package dev.atf.store.dynamodb;

import dev.atf.store.MemberRegistryContract;
import dev.atf.store.Stores;

final class DynamoDbMemberRegistryTest extends MemberRegistryContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
