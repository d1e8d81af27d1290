package dev.atf.model.task;

import dev.atf.model.check.Ellipsis;
import java.time.Instant;

/**
 * Change of a task, as its history keeps it.
 *
 * @param epoch epoch in which it happened; 0 if the writer did not need to know
 * @param attempt number of the attempt that it started or ended; 0 if the writer did not need to
 *     know
 * @param detail for people: who did it, or why
 */
public record HistoryEntry(Instant at, TaskEvent event, long epoch, int attempt, String detail) {
  /** Limit on the detail. With it, a history whose slots are all in use stays below 4 KB. */
  public static final int DETAIL_CHARS_MAX = 120;

  public HistoryEntry {
    detail = Ellipsis.cut(detail, DETAIL_CHARS_MAX);
  }
}
