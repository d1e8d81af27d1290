package dev.atf.storeconsumer;

import dev.atf.store.StoreLocality;
import java.util.function.Supplier;

/** Store in this process, whose lists are read in every round. */
record NearStore() implements StoreLocality {
  @Override
  public boolean isNear() {
    return true;
  }

  @Override
  public <T> T together(Supplier<T> work) {
    return work.get();
  }
}
