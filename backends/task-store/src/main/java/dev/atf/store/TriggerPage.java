package dev.atf.store;

import java.util.List;
import java.util.Optional;

/**
 * Page of a partition.
 *
 * @param next start of the next page; empty on the last page; an empty page may still have a next
 *     one
 */
public record TriggerPage(List<TriggerEntry> entries, Optional<PageMark> next) {
  public TriggerPage {
    entries = List.copyOf(entries);
  }

  /** Returns the page of a read that ended at {@code limit} entries, or before with the last. */
  public static TriggerPage of(List<TriggerEntry> entries, int limit) {
    if (entries.size() < limit) {
      return new TriggerPage(entries, Optional.empty());
    }
    var last = entries.get(entries.size() - 1);
    return new TriggerPage(entries, Optional.of(new PageMark(last.triggerAt(), last.taskId())));
  }
}
