package dev.atf.store;

final class InMemoryTaskEntitiesTest extends TaskEntitiesContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
