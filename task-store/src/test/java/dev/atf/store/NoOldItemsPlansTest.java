package dev.atf.store;

/** The same on a store that refuses writes without their items. */
final class NoOldItemsPlansTest extends PlansContract {
  private static final Stores STORES = Stores.withoutOldItems();

  @Override
  Stores stores() {
    return STORES;
  }
}
