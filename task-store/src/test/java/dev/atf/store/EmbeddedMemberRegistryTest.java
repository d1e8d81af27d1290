package dev.atf.store;

final class EmbeddedMemberRegistryTest extends MemberRegistryContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
