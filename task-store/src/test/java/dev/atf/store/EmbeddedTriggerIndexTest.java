package dev.atf.store;

final class EmbeddedTriggerIndexTest extends TriggerIndexContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
