package dev.atf.store;

final class EmbeddedConcurrentTransitionsTest extends ConcurrentTransitionsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
