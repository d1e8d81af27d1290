package dev.atf.model.task;

import dev.atf.model.check.Ellipsis;
import java.time.Instant;

/**
 * Change of a task in its history.
 *
 * @param epoch epoch of the change; 0 if the writer did not know it
 * @param attempt number of the attempt that started or ended; 0 if the writer did not know it
 * @param detail who made the change, or why, for people
 */
public record HistoryEntry(Instant at, TaskEvent event, long epoch, int attempt, String detail) {
  /** Limit on the detail. A history with all its slots in use then stays below 4 KB. */
  public static final int DETAIL_CHARS_MAX = 120;

  public HistoryEntry {
    detail = Ellipsis.cut(detail, DETAIL_CHARS_MAX);
  }
}
