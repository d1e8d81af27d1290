package dev.atf.store.embedded;

import dev.atf.store.Stores;
import dev.atf.store.TriggerIndexContract;

final class EmbeddedTriggerIndexTest extends TriggerIndexContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
