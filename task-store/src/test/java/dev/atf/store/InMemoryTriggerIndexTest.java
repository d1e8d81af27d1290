package dev.atf.store;

final class InMemoryTriggerIndexTest extends TriggerIndexContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
