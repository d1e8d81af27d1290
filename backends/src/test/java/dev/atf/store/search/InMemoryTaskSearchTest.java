package dev.atf.store.search;

import dev.atf.store.Stores;
import dev.atf.store.TaskSearchContract;

final class InMemoryTaskSearchTest extends TaskSearchContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
