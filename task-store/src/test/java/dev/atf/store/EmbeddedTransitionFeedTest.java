package dev.atf.store;

final class EmbeddedTransitionFeedTest extends TransitionFeedContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
