package dev.atf.store.memory;

import dev.atf.store.LambdaRegistryContract;
import dev.atf.store.Stores;

final class InMemoryLambdaRegistryTest extends LambdaRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
