package dev.atf.store.dynamodb;

import dev.atf.store.Stores;
import dev.atf.store.TransitionVariantsContract;
import org.junit.jupiter.api.Tag;

@Tag("system")
final class DynamoDbTransitionVariantsTest extends TransitionVariantsContract {
  private static final Stores STORES = Stores.onDynamoDb();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
