package dev.atf.store;

final class InMemoryTransitionFeedTest extends TransitionFeedContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
