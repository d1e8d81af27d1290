package dev.atf.store;

import java.util.function.Supplier;

/** Writes that may be repeated at will, repeated while their outcome is unknown. */
public final class RepeatedWrite {
  /** Maximum number of tries. A store that loses three replies in a row is considered down. */
  public static final int TRIES_MAX = 3;

  private RepeatedWrite() {}

  /**
   * @throws StoreOutcomeUnknownException if it is unknown after the last try, too
   */
  public static <T> T of(Supplier<T> write) {
    for (int tried = 1; ; tried++) {
      try {
        return write.get();
      } catch (StoreOutcomeUnknownException e) {
        if (tried == TRIES_MAX) {
          throw e;
        }
      }
    }
  }
}
