package dev.atf.model.worker;

import java.time.Instant;
import java.util.Optional;

/**
 * Decision about a report of a worker host: what is recorded, if anything, and what the host is
 * ordered to do.
 *
 * @param write record that replaces the one that was read; empty if nothing is stored
 * @param order order to the host
 * @param reason reason of the order, in words; empty without an order
 */
public record PlaceDecision(
    Optional<PlaceRecord> write, WorkerHealth health, WorkerOrder order, String reason) {

  /**
   * Decides from the stored record.
   *
   * @param seen stored record; empty if there is none
   * @param watchedSince time since which reports could be recorded without a gap; before it,
   *     silence does not make a host lost
   */
  public static PlaceDecision of(
      Optional<PlaceRecord> seen,
      PlaceReport report,
      Instant now,
      Instant watchedSince,
      HealthTimes times) {
    if (seen.isEmpty()) {
      return report.leaving()
          ? new PlaceDecision(Optional.empty(), WorkerHealth.MUST_DIE, WorkerOrder.NONE, "")
          : recorded(PlaceRecord.first(report, now, times), now, times);
    }
    var record = seen.get();
    if (!record.isOpenTo(report.owner())) {
      // This applies to any instance that it names, because the answer names none of the hosts of
      // the place.
      return report.leaving()
          ? new PlaceDecision(Optional.empty(), WorkerHealth.MUST_DIE, WorkerOrder.NONE, "")
          : waiting("place %s is of a host with other credentials".formatted(record.place()));
    }
    var instance = report.instance().id();
    var gone = record.gone(instance);
    if (gone.isPresent()) {
      return end(Optional.empty(), gone.get().order(), gone.get().reason());
    }
    if (record.isHeldBy(instance)) {
      return ofHolder(record, report, now, watchedSince, times);
    }
    if (report.leaving()) {
      return new PlaceDecision(Optional.empty(), WorkerHealth.MUST_DIE, WorkerOrder.NONE, "");
    }
    return record.isFree(now, watchedSince, times)
        ? recorded(record.heldBy(report, now, times), now, times)
        : taken(record);
  }

  private static PlaceDecision ofHolder(
      PlaceRecord record,
      PlaceReport report,
      Instant now,
      Instant watchedSince,
      HealthTimes times) {
    if (report.leaving()) {
      return new PlaceDecision(
          Optional.of(record.left(now)), WorkerHealth.MUST_DIE, WorkerOrder.NONE, "");
    }
    if (record.health(now, watchedSince, times) == WorkerHealth.MUST_DIE) {
      var reason = "lost: it was silent for more than " + times.lossAfter().toSeconds() + " s";
      return end(
          Optional.of(record.without(WorkerOrder.RESTART, reason, now)),
          WorkerOrder.RESTART,
          reason);
    }
    var next = record.seen(report, now, times);
    boolean isNews =
        report.acknowledged() != record.report().acknowledged()
            || report.drained() != record.report().drained()
            || report.checked() != record.report().checked()
            || !report.failingCheck().equals(record.report().failingCheck())
            || !report.unhealthy().equals(record.report().unhealthy())
            || !now.isBefore(record.seenAt().plus(times.refreshEvery()));
    return held(next, isNews, now, times);
  }

  private static PlaceDecision recorded(PlaceRecord record, Instant now, HealthTimes times) {
    return held(record, true, now, times);
  }

  private static PlaceDecision held(
      PlaceRecord record, boolean isNews, Instant now, HealthTimes times) {
    return new PlaceDecision(
        isNews ? Optional.of(record) : Optional.empty(),
        record.health(now, now, times),
        record.drain().isEmpty() ? WorkerOrder.NONE : WorkerOrder.DRAIN,
        record.drain());
  }

  private static PlaceDecision end(Optional<PlaceRecord> write, WorkerOrder order, String reason) {
    return new PlaceDecision(write, WorkerHealth.MUST_DIE, order, reason);
  }

  private static PlaceDecision taken(PlaceRecord record) {
    var holder = record.holder().orElseThrow();
    return waiting(
        "place %s is held by %s on %s since %s"
            .formatted(record.place(), holder.id(), holder.host(), holder.startedAt()));
  }

  private static PlaceDecision waiting(String reason) {
    return new PlaceDecision(Optional.empty(), WorkerHealth.NEW, WorkerOrder.WAIT, reason);
  }
}
