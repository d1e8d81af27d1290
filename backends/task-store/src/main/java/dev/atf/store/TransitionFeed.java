package dev.atf.store;

import dev.atf.store.activity.Activity;
import java.time.Duration;
import java.util.Optional;

/** Feed of the transitions of all tasks of a store, by any writer. */
public interface TransitionFeed {
  /**
   * Starts with the writes after its return. Writes that are made during the call may be included.
   *
   * @throws StoreUnavailableException if it cannot be followed now
   */
  Following follow();

  /** Returns the pause after a read that found nothing. */
  Duration pause();

  /** Returns the activity that the writers count themselves; empty if only followers can count. */
  Optional<Activity> counted();

  /** Position of one reader in the feed. Not thread-safe. */
  interface Following extends AutoCloseable {
    /**
     * Returns the transitions since the last read, as far as they fit into a page. Those of one
     * task are in their order. Does not wait for more. Every transition is returned at least once,
     * or a gap is returned instead.
     *
     * @throws StoreUnavailableException if it cannot be read now; no transition is lost by this
     */
    TransitionPage read();

    @Override
    void close();
  }
}
