package dev.atf.store;

final class InMemoryPlansTest extends PlansContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
