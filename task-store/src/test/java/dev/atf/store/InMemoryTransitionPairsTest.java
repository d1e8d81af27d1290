package dev.atf.store;

final class InMemoryTransitionPairsTest extends TransitionPairsContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
