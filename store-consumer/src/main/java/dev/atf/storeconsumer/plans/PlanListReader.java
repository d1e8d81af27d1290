package dev.atf.storeconsumer.plans;

import dev.atf.plans.row.PlanList;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.PlanPage.Mark;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.release.ListPacing;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Reads lists of live plans, a bounded part of each in one round.
 *
 * <p>A list of few pages is read completely in every round. For a longer list, such as the ordering
 * keys of a lambda without workers, a round reads the entries after the previous position, and then
 * continues a pass over the whole list. A pass starts once per minute. It finds entries that were
 * added to the part that was already read. Threads may read different lists at the same time.
 */
final class PlanListReader {
  /**
   * Maximum number of pages of one list that a round reads after the position, and also the maximum
   * for the pass.
   */
  static final int PAGES_MAX = 16;

  /**
   * Time between two passes. It bounds how late an entry before the position of a long list is
   * found.
   */
  static final Duration PASS_EVERY = Duration.ofMinutes(1);

  private final Plans plans;
  private final int pageSize;
  private final ListPacing<PlanList> pacing;
  private final Map<PlanList, Position> positions = new ConcurrentHashMap<>();

  PlanListReader(Plans plans, int pageSize, ListPacing<PlanList> pacing) {
    this.plans = plans;
    this.pageSize = pageSize;
    this.pacing = pacing;
  }

  /**
   * Position up to which a long list was read.
   *
   * @param behind last entry that was read
   * @param pass last entry that the pass has read; empty between two passes
   * @param nextPassAt start of the next pass, on the clock of {@link #read}'s {@code now}
   */
  private record Position(Mark behind, Optional<Mark> pass, Duration nextPassAt) {}

  /**
   * Result of a read.
   *
   * @param last last entry whose alarm has rung; if there was none, the start of the read
   * @param toTheEnd whether all entries whose alarms have rung were read
   */
  private record Part(Optional<Mark> last, boolean toTheEnd) {}

  /** Returns the lists that must be read, and removes the positions of other lists. */
  List<PlanList> select(Collection<PlanList> lists, Instant now) {
    positions.keySet().retainAll(lists);
    return pacing.select(lists, now);
  }

  private Optional<Instant> first(PlanList list, Instant until) {
    return plans.read(list, until, 1, Optional.empty()).entries().stream()
        .findFirst()
        .map(Mark::at);
  }

  /**
   * *
   *
   * @param wallClock time up to which alarms have rung; the position in a long list moves past
   *     them, and later alarms are read again
   * @param until latest alarm that is read, in whole milliseconds
   * @param now time on a monotonic clock
   * @param isOver returns whether the rest is left to the next round
   * @param into receives the entries that were read, even if the read fails later
   */
  void read(
      PlanList list,
      Instant wallClock,
      Instant until,
      Duration now,
      BooleanSupplier isOver,
      Collection<Mark> into) {
    if (pacing.isIdle(list, wallClock, last -> first(list, last))) {
      return;
    }
    // After a failure the list is read from its start, because the mark may be the cause. The same
    // applies after the clock was set back.
    var known =
        Optional.ofNullable(positions.remove(list))
            .filter(position -> !position.behind.at().isAfter(wallClock));
    var part = read(list, wallClock, until, known.map(Position::behind), isOver, into);
    if (part.last.isEmpty() || (known.isEmpty() && part.toTheEnd)) {
      return;
    }
    var pass = known.flatMap(Position::pass);
    var nextPassAt = known.map(Position::nextPassAt).orElse(now.plus(PASS_EVERY));
    if (part.toTheEnd && (pass.isPresent() || nextPassAt.compareTo(now) <= 0)) {
      var more = read(list, wallClock, until, pass, isOver, into);
      if (more.toTheEnd && pass.isEmpty()) {
        // One round has read the whole list, so it is no longer long.
        return;
      }
      nextPassAt = pass.isEmpty() ? now.plus(PASS_EVERY) : nextPassAt;
      pass = more.toTheEnd ? Optional.empty() : more.last;
    }
    positions.put(list, new Position(part.last.get(), pass, nextPassAt));
  }

  private Part read(
      PlanList list,
      Instant wallClock,
      Instant until,
      Optional<Mark> after,
      BooleanSupplier isOver,
      Collection<Mark> into) {
    var last = after;
    var next = after;
    for (int read = 0; read < PAGES_MAX && !isOver.getAsBoolean(); read++) {
      PlanPage page = plans.read(list, until, pageSize, next);
      into.addAll(page.entries());
      for (var entry : page.entries()) {
        last = entry.at().isAfter(wallClock) ? last : Optional.of(entry);
      }
      next = page.next();
      if (next.isEmpty()) {
        return new Part(last, true);
      }
    }
    return new Part(last, next.filter(mark -> mark.at().isAfter(wallClock)).isPresent());
  }
}
