package dev.atf.store.dynamodb;

import dev.atf.store.PlansContract;
import dev.atf.store.Stores;

/** Contract of plans on a store that refuses writes without their items. */
final class NoOldItemsPlansTest extends PlansContract {
  private static final Stores STORES = Stores.withoutOldItems();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
