package dev.atf.store;

final class EmbeddedTaskEntitiesTest extends TaskEntitiesContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
