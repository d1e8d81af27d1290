package dev.atf.store;

final class InMemoryTransitionVariantsTest extends TransitionVariantsContract {
  private final Stores stores = Stores.inMemory();

  @Override
  Stores stores() {
    return stores;
  }
}
