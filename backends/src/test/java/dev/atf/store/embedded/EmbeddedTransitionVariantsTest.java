package dev.atf.store.embedded;

import dev.atf.store.Stores;
import dev.atf.store.TransitionVariantsContract;

final class EmbeddedTransitionVariantsTest extends TransitionVariantsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
