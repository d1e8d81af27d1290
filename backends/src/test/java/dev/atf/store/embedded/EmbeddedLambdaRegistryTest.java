package dev.atf.store.embedded;

import dev.atf.store.LambdaRegistryContract;
import dev.atf.store.Stores;

final class EmbeddedLambdaRegistryTest extends LambdaRegistryContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
