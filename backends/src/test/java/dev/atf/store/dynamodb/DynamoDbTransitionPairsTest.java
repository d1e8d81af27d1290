package dev.atf.store.dynamodb;

import dev.atf.store.Stores;
import dev.atf.store.TransitionPairsContract;
import org.junit.jupiter.api.Tag;

@Tag("system")
final class DynamoDbTransitionPairsTest extends TransitionPairsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
