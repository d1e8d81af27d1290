package dev.atf.store;

import dev.atf.store.activity.Activity;
import java.time.Duration;
import java.util.Optional;

/** Feed of all transitions of a store's tasks, by any writer. */
public interface TransitionFeed {
  /**
   * Starts to follow the feed. The follower gets all writes after this call has returned, and
   * possibly writes during the call.
   *
   * @throws StoreUnavailableException if the feed cannot be followed now
   */
  Following follow();

  /** Returns the pause after a read that found nothing. */
  Duration pause();

  /** Returns the activity that the writers count themselves; empty if only followers can count. */
  Optional<Activity> counted();

  /** Position of one reader in the feed. Not thread-safe. */
  interface Following extends AutoCloseable {
    /**
     * Returns the transitions since the last read that fit into a page, without waiting for more.
     * The transitions of each task are in order. Every transition is returned at least once, or a
     * gap is returned instead.
     *
     * @throws StoreUnavailableException if the feed cannot be read now; no transition is lost
     */
    TransitionPage read();

    @Override
    void close();
  }
}
