package dev.atf.store;

final class DynamoDbTransitionPairsTest extends TransitionPairsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
