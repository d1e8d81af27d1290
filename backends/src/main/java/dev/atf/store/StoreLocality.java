package dev.atf.store;

import java.util.function.Supplier;

/** Distance of a store, for callers that make many requests at the same time. */
public interface StoreLocality {
  /**
   * A remote store. Each request waits separately, so several requests are made at the same time.
   */
  StoreLocality FAR =
      new StoreLocality() {
        @Override
        public boolean isNear() {
          return false;
        }

        @Override
        public <T> T together(Supplier<T> work) {
          return work.get();
        }
      };

  /** Returns whether a request costs less than its hand-over to another thread. */
  boolean isNear();

  /**
   * Runs {@code work} on this thread. The store's answers during the work are only durable when
   * this call returns, so that a store that waits for its disk waits only once. Until then, none of
   * the answers may be sent to another process.
   *
   * @throws StoreOutcomeUnknownException if the writes are possibly not durable
   */
  <T> T together(Supplier<T> work);
}
