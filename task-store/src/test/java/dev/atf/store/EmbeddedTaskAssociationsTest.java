package dev.atf.store;

final class EmbeddedTaskAssociationsTest extends TaskAssociationsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
