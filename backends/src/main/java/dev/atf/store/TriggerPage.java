package dev.atf.store;

import java.util.List;
import java.util.Optional;

/**
 * Page of a partition.
 *
 * @param next start of the next page; empty on the last page; a page without entries may still have
 *     a next page
 */
public record TriggerPage(List<TriggerEntry> entries, Optional<PageMark> next) {
  public TriggerPage {
    entries = List.copyOf(entries);
  }

  /**
   * Returns the page of a read with a limit. If the read has fewer entries than {@code limit}, the
   * page is the last one.
   */
  public static TriggerPage of(List<TriggerEntry> entries, int limit) {
    if (entries.size() < limit) {
      return new TriggerPage(entries, Optional.empty());
    }
    var last = entries.get(entries.size() - 1);
    return new TriggerPage(entries, Optional.of(new PageMark(last.triggerAt(), last.taskId())));
  }
}
