package dev.atf.store.embedded;

import dev.atf.store.Stores;
import dev.atf.store.TransitionFeedContract;

final class EmbeddedTransitionFeedTest extends TransitionFeedContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
