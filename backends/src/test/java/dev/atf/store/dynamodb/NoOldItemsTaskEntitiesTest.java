package dev.atf.store.dynamodb;

import dev.atf.store.Stores;
import dev.atf.store.TaskEntitiesContract;

/** Contract of entities on a store that refuses writes without their items. */
final class NoOldItemsTaskEntitiesTest extends TaskEntitiesContract {
  private static final Stores STORES = Stores.withoutOldItems();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
