package dev.atf.store.embedded;

import dev.atf.store.PlansContract;
import dev.atf.store.Stores;

final class EmbeddedPlansTest extends PlansContract {
  private static final Stores STORES = Stores.embedded();

  @Override
  protected Stores stores() {
    return STORES;
  }
}
