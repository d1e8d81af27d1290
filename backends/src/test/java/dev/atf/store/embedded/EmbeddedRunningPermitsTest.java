package dev.atf.store.embedded;

import dev.atf.store.RunningPermitsContract;
import dev.atf.store.Stores;

final class EmbeddedRunningPermitsTest extends RunningPermitsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
