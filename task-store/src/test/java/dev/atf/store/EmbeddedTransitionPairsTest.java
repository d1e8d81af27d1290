package dev.atf.store;

final class EmbeddedTransitionPairsTest extends TransitionPairsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
