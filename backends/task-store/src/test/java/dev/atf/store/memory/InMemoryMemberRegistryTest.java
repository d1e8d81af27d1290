package dev.atf.store.memory;

import dev.atf.store.MemberRegistryContract;
import dev.atf.store.Stores;

final class InMemoryMemberRegistryTest extends MemberRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
