package dev.atf.store.dynamodb;

import dev.atf.store.RunningPermitsContract;
import dev.atf.store.Stores;

/** Contract of permits on a store that refuses writes without their items. */
final class NoOldItemsRunningPermitsTest extends RunningPermitsContract {
  private static final Stores STORES = Stores.withoutOldItems();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
