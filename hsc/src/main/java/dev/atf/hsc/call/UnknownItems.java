package dev.atf.hsc.call;

import dev.atf.model.TaskId;
import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Items of one call for which the store has failed, or whose rows cannot be interpreted. A caller
 * that understands this gets the answers of the other items, and an unknown answer for each of
 * these. For other callers, or if all items failed, the whole call fails.
 */
public final class UnknownItems {
  private static final Logger log = LoggerFactory.getLogger(UnknownItems.class);

  private final boolean callerReads;
  private final boolean repeatedAsTheyAre;
  private final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

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
   * Returns the work with this answer for items that failed, if the caller understands it.
   *
   * @param taskId names the task of an item in the log
   */
  public <A, B> Function<A, B> answering(
      B unknown, Function<A, TaskId> taskId, Function<A, B> work) {
    return item -> {
      try {
        return work.apply(item);
      } catch (StoreException e) {
        if (!callerReads || (!repeatedAsTheyAre && e instanceof StoreOutcomeUnknownException)) {
          throw e;
        }
        failures.add(e);
        return unknown;
      } catch (Caller.GoneException e) {
        throw e;
      } catch (RuntimeException e) {
        // Such as a row of another version. The other items must not wait for it.
        if (!callerReads) {
          throw e;
        }
        log.error("taskId={} of a call cannot be handled; the others are", taskId.apply(item), e);
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
   * @throws RuntimeException the first failure, if all of the call's items failed
   */
  public void requireSomeKnown(int items) {
    var first = failures.peek();
    if (first != null && failures.size() == items) {
      throw first;
    }
  }
}
