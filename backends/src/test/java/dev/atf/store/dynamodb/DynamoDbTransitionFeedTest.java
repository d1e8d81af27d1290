package dev.atf.store.dynamodb;

import dev.atf.store.Stores;
import dev.atf.store.TransitionFeedContract;

final class DynamoDbTransitionFeedTest extends TransitionFeedContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
