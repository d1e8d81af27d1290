package dev.atf.store;

final class InMemoryLambdaRegistryTest extends LambdaRegistryContract {
  private static final Stores STORES = Stores.inMemory();

  @Override
  Stores stores() {
    return STORES;
  }
}
