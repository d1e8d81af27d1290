package dev.atf.store.awake;

import dev.atf.store.Stores;

final class InMemoryAwakeLambdasTest extends AwakeLambdasContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
