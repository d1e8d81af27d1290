package dev.atf.store;

final class InMemoryMemberRegistryTest extends MemberRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
