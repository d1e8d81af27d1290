package dev.atf.store.embedded;

import dev.atf.store.MemberRegistryContract;
import dev.atf.store.Stores;

final class EmbeddedMemberRegistryTest extends MemberRegistryContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
