package dev.atf.store;

final class InMemoryTaskAssociationsTest extends TaskAssociationsContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
