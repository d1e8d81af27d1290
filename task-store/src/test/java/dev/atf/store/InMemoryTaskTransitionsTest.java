package dev.atf.store;

final class InMemoryTaskTransitionsTest extends TaskTransitionsContract {
  private final Stores stores = Stores.inMemory();

  @Override
  Stores stores() {
    return stores;
  }
}
