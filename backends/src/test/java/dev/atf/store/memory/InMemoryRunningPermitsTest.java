package dev.atf.store.memory;

import dev.atf.store.RunningPermitsContract;
import dev.atf.store.Stores;

final class InMemoryRunningPermitsTest extends RunningPermitsContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
