package dev.atf.store;

final class DynamoDbTransitionFeedTest extends TransitionFeedContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
