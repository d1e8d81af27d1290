package dev.atf.store.embedded;

import dev.atf.store.Stores;
import dev.atf.store.TaskTransitionsContract;

final class EmbeddedTaskTransitionsTest extends TaskTransitionsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
