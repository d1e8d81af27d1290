package dev.atf.store.embedded;

import dev.atf.store.Stores;
import dev.atf.store.TransitionPairsContract;

final class EmbeddedTransitionPairsTest extends TransitionPairsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
