package dev.atf.store.memory;

import dev.atf.store.Stores;
import dev.atf.store.TaskEntitiesContract;

final class InMemoryTaskEntitiesTest extends TaskEntitiesContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
