package dev.atf.store;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Index of associations by their trigger. It may be seconds behind the associations. Its entries
 * are hints, and the guards of the following write check them.
 */
public interface TriggerIndex {
  /**
   * Reads a partition in the order of its triggers.
   *
   * @param until latest trigger to read, in whole milliseconds
   * @param limit maximum number of entries in one page, 1–1,000
   * @param after end of the previous page, not later than {@code until}; empty for the first page
   * @throws StoreUnavailableException if the index cannot be read, or {@code after} is later than
   *     {@code until}
   */
  TriggerPage read(TriggerPartition partition, Instant until, int limit, Optional<PageMark> after);

  /**
   * Reads a partition in reverse order, latest triggers first.
   *
   * @param since earliest trigger to read, in whole milliseconds
   * @param until latest trigger to read, at or after {@code since}
   * @param limit maximum number of entries in one page, 1–1,000
   * @param before end of the previous page, within these times; empty for the first page
   */
  TriggerPage latest(
      TriggerPartition partition,
      Instant since,
      Instant until,
      int limit,
      Optional<PageMark> before);

  /**
   * Returns the groups of fairness keys that may have due tasks in a shard, each with a number that
   * changes some time after tasks were added to it. The result is a hint: a group may be missing if
   * it was not written to for 400 days, or if its last writer died.
   */
  SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard);

  /** Counts the entries of a partition, up to {@code max}. */
  long count(TriggerPartition partition, int max);
}
