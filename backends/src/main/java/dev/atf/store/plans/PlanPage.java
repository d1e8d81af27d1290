package dev.atf.store.plans;

import dev.atf.plans.row.PlanId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Page of a list of plans.
 *
 * @param next start of the next page; empty on the last page; a page without entries may still have
 *     a next page
 */
public record PlanPage(List<Mark> entries, Optional<Mark> next) {
  /** Position of a plan in its list. */
  public record Mark(Instant at, PlanId id) {}

  public PlanPage {
    entries = List.copyOf(entries);
  }
}
