package dev.atf.store;

import java.util.List;
import java.util.Optional;

/**
 * Page of a partition.
 *
 * @param next start of the next page; empty on the last page. A page may be empty and still have a
 *     next one
 */
public record TriggerPage(List<TriggerEntry> entries, Optional<PageMark> next) {
  public TriggerPage {
    entries = List.copyOf(entries);
  }
}
