package dev.atf.store;

import java.util.function.Supplier;

/** Retries repeatable writes while their outcome is unknown. */
public final class RepeatedWrite {
  /** Maximum number of tries. A store that loses three replies in a row counts as down. */
  public static final int TRIES_MAX = 3;

  private RepeatedWrite() {}

  /**
   * Makes a write, and retries it while its outcome is unknown.
   *
   * @throws StoreOutcomeUnknownException if the outcome is still unknown after the last try
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
