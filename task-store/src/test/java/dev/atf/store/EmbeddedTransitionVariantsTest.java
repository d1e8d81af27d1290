package dev.atf.store;

final class EmbeddedTransitionVariantsTest extends TransitionVariantsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
