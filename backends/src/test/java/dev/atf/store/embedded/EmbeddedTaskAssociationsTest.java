package dev.atf.store.embedded;

import dev.atf.store.Stores;
import dev.atf.store.TaskAssociationsContract;

final class EmbeddedTaskAssociationsTest extends TaskAssociationsContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
