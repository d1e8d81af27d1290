package dev.atf.store.embedded;

import dev.atf.store.ConcurrentTransitionsContract;
import dev.atf.store.Stores;

final class EmbeddedConcurrentTransitionsTest extends ConcurrentTransitionsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
