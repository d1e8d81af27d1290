package dev.atf.store;

import dev.atf.store.activity.Activity;
import java.time.Duration;
import java.util.Optional;

/** Feed of the transitions of all tasks of a store, by any writer. */
public interface TransitionFeed {
  /**
   * Starts with the writes after its return; those made meanwhile may be included.
   *
   * @throws StoreUnavailableException if it cannot be followed now
   */
  Following follow();

  /** Returns the pause after a read that found nothing. */
  Duration pause();

  /** Returns the activity that the writes count themselves; empty if only followers can count. */
  Optional<Activity> counted();

  /** Position of one reader in the feed. Not thread-safe. */
  interface Following extends AutoCloseable {
    /**
     * Returns the transitions since the last read, as far as they fit into a page; those of one
     * task in their order. Does not wait for more. Every transition is returned at least once, or a
     * gap is.
     *
     * @throws StoreUnavailableException if it cannot be read now; nothing is lost by it
     */
    TransitionPage read();

    @Override
    void close();
  }
}
