package dev.atf.hsc.call;

import dev.atf.store.StoreException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Items of one call of which the store did not say whether they are done. A caller that reads so is
 * told of each; the others are answered. Without that, and if nothing is known of any, the whole
 * call fails.
 *
 * @param callerReads whether the caller reads an answer that says so
 */
public record UnknownItems(boolean callerReads, Queue<StoreException> failures) {
  public UnknownItems(boolean callerReads) {
    this(callerReads, new ConcurrentLinkedQueue<>());
  }

  /** Returns the work with this answer where the store fails. */
  public <A, B> Function<A, B> answering(B unknown, Function<A, B> work) {
    return item -> {
      try {
        return work.apply(item);
      } catch (StoreException e) {
        if (!callerReads) {
          throw e;
        }
        failures.add(e);
        return unknown;
      }
    };
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
