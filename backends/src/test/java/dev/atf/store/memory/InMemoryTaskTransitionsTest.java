package dev.atf.store.memory;

import dev.atf.store.Stores;
import dev.atf.store.TaskTransitionsContract;

final class InMemoryTaskTransitionsTest extends TaskTransitionsContract {
  private final Stores stores = Stores.inMemory();

  @Override
  protected Stores stores() {
    return stores;
  }
}
