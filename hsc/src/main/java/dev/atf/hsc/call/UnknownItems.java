package dev.atf.hsc.call;

import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Items of one call for which the store has failed. A caller that reads so is told of each; the
 * others are answered. Without that, and if the store failed for all, the whole call fails.
 */
public final class UnknownItems {
  private final boolean callerReads;
  private final boolean repeatedAsTheyAre;
  private final Queue<StoreException> failures = new ConcurrentLinkedQueue<>();

  private UnknownItems(boolean callerReads, boolean repeatedAsTheyAre) {
    this.callerReads = callerReads;
    this.repeatedAsTheyAre = repeatedAsTheyAre;
  }

  /** Returns none yet, of items that their caller repeats as they are: whether done or not. */
  public static UnknownItems repeatedAsTheyAre(boolean callerReads) {
    return new UnknownItems(callerReads, true);
  }

  /**
   * Returns none yet, of items that their caller asks for anew: it is told of those alone that are
   * certainly not done. One that may be done fails the call, whose repetition finds it.
   */
  public static UnknownItems askedForAnew(boolean callerReads) {
    return new UnknownItems(callerReads, false);
  }

  /** Returns the work with this answer where the caller is told of the store's failure. */
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
   * @throws StoreException if the store failed for all of the call's items
   */
  public void requireSomeKnown(int items) {
    var first = failures.peek();
    if (first != null && failures.size() == items) {
      throw first;
    }
  }
}
