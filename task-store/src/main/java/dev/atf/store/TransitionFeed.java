package dev.atf.store;

import java.time.Duration;
import java.util.Optional;

/** What happens to all tasks of a store, whoever does it. */
public interface TransitionFeed {
  /**
   * Begins with what is written after it has returned; what is written meanwhile may be told.
   *
   * @throws StoreUnavailableException if it cannot be followed now
   */
  Following follow();

  /** How long to wait after a reading that found nothing. */
  Duration pause();

  /** What the writes count by themselves; empty where only who follows can count. */
  Optional<Activity> counted();

  /** One reader's place in the feed. Not thread-safe. */
  interface Following extends AutoCloseable {
    /**
     * What was written since the last reading, as far as it fits into a page; those of one task in
     * their order. Does not wait for more. Everything is told at least once, or a gap is.
     *
     * @throws StoreUnavailableException if it cannot be read now; nothing is lost by it
     */
    TransitionPage read();

    @Override
    void close();
  }
}
