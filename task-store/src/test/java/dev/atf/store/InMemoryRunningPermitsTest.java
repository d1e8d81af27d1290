package dev.atf.store;

final class InMemoryRunningPermitsTest extends RunningPermitsContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
