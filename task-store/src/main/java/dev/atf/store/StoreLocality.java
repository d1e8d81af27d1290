package dev.atf.store;

import java.util.function.Supplier;

/** How far a store is, for those who ask much of it at once. */
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

  /** Whether a request costs less than to hand it to another thread. */
  boolean isNear();

  /**
   * Does {@code work} on this thread. What the store answers meanwhile holds only when this call
   * returns, so that a store which waits for its disk waits once: until then, nothing of it may be
   * told to another process.
   *
   * @throws StoreOutcomeUnknownException if what was written may not last
   */
  <T> T together(Supplier<T> work);
}
