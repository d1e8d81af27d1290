package dev.atf.store.search;

import dev.atf.store.Stores;
import dev.atf.store.TaskSearchContract;

final class EmbeddedTaskSearchTest extends TaskSearchContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
