package dev.atf.store.awake;

import dev.atf.store.Stores;

final class EmbeddedAwakeLambdasTest extends AwakeLambdasContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
