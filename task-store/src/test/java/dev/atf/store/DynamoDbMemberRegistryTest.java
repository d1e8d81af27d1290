package dev.atf.store;

final class DynamoDbMemberRegistryTest extends MemberRegistryContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
