package dev.atf.store;

final class EmbeddedRunningPermitsTest extends RunningPermitsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
