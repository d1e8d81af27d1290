package dev.atf.store;

import org.junit.jupiter.api.Tag;

@Tag("system")
final class DynamoDbTransitionPairsTest extends TransitionPairsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  Stores stores() {
    return STORES;
  }
}
