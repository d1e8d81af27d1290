package dev.atf.store;

final class EmbeddedPlansTest extends PlansContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
