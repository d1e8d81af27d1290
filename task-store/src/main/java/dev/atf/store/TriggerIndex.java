package dev.atf.store;

import dev.atf.model.TriggerPartition;
import java.time.Instant;
import java.util.Optional;

/**
 * Index of associations by their trigger. It may be seconds behind the associations: its entries
 * are hints that the guards of the following write check.
 */
public interface TriggerIndex {
  /**
   * Reads a partition in the order of its triggers.
   *
   * @param until triggers at or before this time; whole milliseconds
   * @param limit of one page, 1–1,000
   * @param after where the page before ended, not later than {@code until}; empty for the first
   * @throws StoreUnavailableException also for a mark behind {@code until}
   */
  TriggerPage read(TriggerPartition partition, Instant until, int limit, Optional<PageMark> after);

  /** Counts a partition, giving up at {@code max}. */
  long count(TriggerPartition partition, int max);
}
