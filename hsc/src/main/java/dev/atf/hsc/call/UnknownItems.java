package dev.atf.hsc.call;

import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Items of one call for which the store has failed. A caller that understands this gets the answers
 * of the other items, and an unknown answer for each of these. For other callers, or if the store
 * failed for all items, the whole call fails.
 */
public final class UnknownItems {
  private final boolean callerReads;
  private final boolean repeatedAsTheyAre;
  private final Queue<StoreException> failures = new ConcurrentLinkedQueue<>();

  private UnknownItems(boolean callerReads, boolean repeatedAsTheyAre) {
    this.callerReads = callerReads;
    this.repeatedAsTheyAre = repeatedAsTheyAre;
  }

  /**
   * Returns an empty set for items that the caller repeats unchanged, so that it is safe to report
   * an item as unknown even if it was done.
   */
  public static UnknownItems repeatedAsTheyAre(boolean callerReads) {
    return new UnknownItems(callerReads, true);
  }

  /**
   * Returns an empty set for items that the caller requests again with a new id. Only items that
   * are certainly not done are reported as unknown. If an item may be done, the whole call fails,
   * and the repeated call finds the item.
   */
  public static UnknownItems requestedWithNewIds(boolean callerReads) {
    return new UnknownItems(callerReads, false);
  }

  /**
   * Returns work that answers with {@code unknown} for items for which the store fails, if the
   * caller understands this answer.
   */
  public <A, B> Function<A, B> answering(B unknown, Function<A, B> work) {
    return item -> {
      try {
        return work.apply(item);
      } catch (StoreException e) {
        if (!callerReads || (!repeatedAsTheyAre && e instanceof StoreOutcomeUnknownException)) {
          throw e;
        }
        failures.add(e);
        return unknown;
      }
    };
  }

  /** Returns the number of items whose outcome is unknown. */
  public int count() {
    return failures.size();
  }

  /**
   * Checks that the store did not fail for all items.
   *
   * @throws StoreException if it failed for all items of the call
   */
  public void requireSomeKnown(int items) {
    var first = failures.peek();
    if (first != null && failures.size() == items) {
      throw first;
    }
  }
}
