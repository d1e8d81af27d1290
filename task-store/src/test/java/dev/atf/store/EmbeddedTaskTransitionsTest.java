package dev.atf.store;

final class EmbeddedTaskTransitionsTest extends TaskTransitionsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
