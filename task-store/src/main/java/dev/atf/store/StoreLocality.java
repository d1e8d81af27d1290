package dev.atf.store;

import java.util.function.Supplier;

/** Distance of a store, for callers that make many requests at once. */
public interface StoreLocality {
  /** A request away, each of which waits by itself: several are made at a time. */
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
   * Does {@code work} on this thread. The store's answers during it are durable only when this call
   * returns, so that a store which waits for its disk waits once: until then, none of them may be
   * sent to another process.
   *
   * @throws StoreOutcomeUnknownException if the writes may not last
   */
  <T> T together(Supplier<T> work);
}
