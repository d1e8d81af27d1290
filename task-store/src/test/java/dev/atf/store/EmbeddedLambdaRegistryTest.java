package dev.atf.store;

final class EmbeddedLambdaRegistryTest extends LambdaRegistryContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  Stores stores() {
    return STORES;
  }
}
