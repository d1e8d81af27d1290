package dev.atf.store.embedded;

import dev.atf.store.Stores;
import dev.atf.store.TaskEntitiesContract;

final class EmbeddedTaskEntitiesTest extends TaskEntitiesContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
