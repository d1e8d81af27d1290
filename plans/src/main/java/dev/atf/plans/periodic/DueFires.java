package dev.atf.plans.periodic;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fires whose time has come: those that were missed and are made up for, then those on time.
 *
 * @param decidedUntil time of the latest fire that is decided
 * @param missedCount number of fires left out for good
 * @param missed the first and the last of those; empty for none
 */
record DueFires(List<Fire> fires, Instant decidedUntil, long missedCount, Optional<Missed> missed) {
  /** Times of fires, both included. */
  record Missed(Instant first, Instant last) {}

  /**
   * @param after decided before
   * @param ahead time before their own by which fires are due already
   */
  static DueFires at(PeriodicTask task, Instant after, Instant now, Duration ahead) {
    var times = task.fireTimes();
    var edge = now.minus(PeriodicDecision.GRACE);
    int keep = task.catchUp().fireCountMax();
    // Fires before the edge, unless jitter has taken them beyond.
    var missed =
        times.latest(after, edge.minusMillis(1), keep + 2).stream()
            .filter(fire -> fire.dueAt().isBefore(edge))
            .toList();
    var due = new ArrayList<>(missed.subList(Math.max(0, missed.size() - keep), missed.size()));
    long left = Math.max(0, count(times, after, edge) - due.size());

    var from = missed.isEmpty() ? after : missed.get(missed.size() - 1).at();
    var next = times.next(from);
    while (next.isPresent()
        && !next.get().dueAt().isAfter(now.plus(ahead))
        && due.size() < PeriodicDecision.FIRES_A_LOOK_MAX) {
      due.add(next.get());
      next = times.next(next.get().at());
    }
    var fires = due.subList(0, Math.min(due.size(), PeriodicDecision.FIRES_A_LOOK_MAX));
    return new DueFires(
        List.copyOf(fires),
        fires.isEmpty() ? from : fires.get(fires.size() - 1).at(),
        left,
        leftOut(times, after, missed.subList(0, Math.max(0, missed.size() - keep))));
  }

  private static Optional<Missed> leftOut(FireTimes times, Instant after, List<Fire> latest) {
    return latest.isEmpty()
        ? Optional.empty()
        : times
            .next(after)
            .map(first -> new Missed(first.at(), latest.get(latest.size() - 1).at()));
  }

  private static long count(FireTimes times, Instant after, Instant edge) {
    return times.between(after, edge.minusMillis(1), PeriodicDecision.MISSED_COUNTED_MAX).stream()
        .filter(fire -> fire.dueAt().isBefore(edge))
        .count();
  }
}
