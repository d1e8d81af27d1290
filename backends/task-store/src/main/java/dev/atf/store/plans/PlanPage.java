package dev.atf.store.plans;

import dev.atf.plans.row.PlanId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Page of a list of plans.
 *
 * @param next start of the next page; empty on the last page; an empty page may still have a next
 *     one
 */
public record PlanPage(List<Mark> entries, Optional<Mark> next) {
  /** A plan's place in its list. */
  public record Mark(Instant at, PlanId id) {}

  public PlanPage {
    entries = List.copyOf(entries);
  }
}
