package dev.atf.store;

final class InMemoryConcurrentTransitionsTest extends ConcurrentTransitionsContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
