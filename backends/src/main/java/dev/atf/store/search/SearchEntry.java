package dev.atf.store.search;

import dev.atf.model.TaskId;
import java.time.Instant;
import java.util.Comparator;

/**
 * Entry of the index. In the natural order, the latest entries come first, and entries of the same
 * time are ordered by the task's id.
 *
 * @param createdAt creation time in whole milliseconds
 */
public record SearchEntry(Instant createdAt, TaskId taskId) implements Comparable<SearchEntry> {
  private static final Comparator<SearchEntry> ORDER =
      Comparator.comparing(SearchEntry::createdAt).reversed().thenComparing(SearchEntry::taskId);

  /** Returns the time as a number that grows when the time gets earlier. */
  public long descendingMillis() {
    return Long.MAX_VALUE - createdAt.toEpochMilli();
  }

  /** Returns the entry whose {@link #descendingMillis} are given. */
  public static SearchEntry ofDescending(long descendingMillis, TaskId taskId) {
    return new SearchEntry(Instant.ofEpochMilli(Long.MAX_VALUE - descendingMillis), taskId);
  }

  @Override
  public int compareTo(SearchEntry other) {
    return ORDER.compare(this, other);
  }
}
