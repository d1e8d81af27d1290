package dev.atf.store.memory;

import dev.atf.store.Stores;
import dev.atf.store.TaskAssociationsContract;

final class InMemoryTaskAssociationsTest extends TaskAssociationsContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
