package dev.atf.model.worker;

import dev.atf.model.LambdaName;
import dev.atf.model.worker.WorkerHealth.WorkerFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stored state of a place: the worker host that holds it, and the hosts that held it before.
 *
 * @param holder current holder; empty after it left in an orderly way, or was retired
 * @param seenAt time of the holder's latest recorded report
 * @param report latest recorded report of the holder; kept after its end
 * @param drain who requested the drain of the place, and why; empty if its holders may work
 * @param times limits of the HSC that recorded it, with which readers compute its health
 * @param gone previous holders that must exit when they report, latest first
 */
public record PlaceRecord(
    WorkerPlace place,
    Optional<WorkerInstance> holder,
    Instant seenAt,
    PlaceReport report,
    String drain,
    HealthTimes times,
    List<GoneInstance> gone) {
  /**
   * Limit on remembered earlier holders. A larger number of starts within a week would be a crash
   * loop.
   */
  private static final int GONE_MAX = 16;

  private static final Duration GONE_KEPT = Duration.ofDays(7);

  public PlaceRecord {
    gone = List.copyOf(gone);
  }

  static PlaceRecord first(PlaceReport report, Instant now, HealthTimes times) {
    return new PlaceRecord(
        report.place(), Optional.of(report.instance()), now, report, "", times, List.of());
  }

  /** Returns the record after a report of its holder. */
  PlaceRecord seen(PlaceReport of, Instant now, HealthTimes by) {
    return new PlaceRecord(place, Optional.of(of.instance()), now, of, drain, by, gone);
  }

  /**
   * Returns the record with another holder. The current holder, if there is one, becomes a previous
   * holder.
   */
  PlaceRecord heldBy(PlaceReport newcomer, Instant now, HealthTimes by) {
    var before =
        holder
            .map(
                old ->
                    without(WorkerOrder.EXIT, "displaced by " + newcomer.instance().id(), now)
                        .gone())
            .orElse(gone);
    return new PlaceRecord(
        place, Optional.of(newcomer.instance()), now, newcomer, drain, by, before);
  }

  /**
   * Returns the record after its holder was retired. The next host that reports may work, with any
   * credentials.
   */
  public PlaceRecord retired(String reason, Instant now) {
    var left = without(WorkerOrder.EXIT, reason, now).withDrain("");
    return new PlaceRecord(
        place, left.holder(), seenAt, report.withoutOwner(), left.drain(), times, left.gone());
  }

  /**
   * Returns the record without its holder, which receives this order with the answer to its next
   * report.
   */
  PlaceRecord without(WorkerOrder order, String reason, Instant now) {
    var all = new ArrayList<GoneInstance>();
    holder.ifPresent(old -> all.add(new GoneInstance(old.id(), order, reason, now)));
    gone.stream().filter(old -> old.at().plus(GONE_KEPT).isAfter(now)).forEach(all::add);
    return new PlaceRecord(
        place,
        Optional.empty(),
        seenAt,
        report,
        drain,
        times,
        all.subList(0, Math.min(GONE_MAX, all.size())));
  }

  /** Returns the record after its holder has left in an orderly way. */
  PlaceRecord left(Instant now) {
    return new PlaceRecord(place, Optional.empty(), now, report, drain, times, gone);
  }

  /**
   * Returns the record with another request to drain it, which its holder has not followed yet.
   *
   * @param by who requests the drain, and why; empty if the place may work again
   */
  public PlaceRecord withDrain(String by) {
    return new PlaceRecord(place, holder, seenAt, report.undrained(), by, times, gone);
  }

  /** Returns whether the holder has followed the order to drain, and runs nothing any more. */
  public boolean isDrained() {
    return holder.isPresent() && !drain.isEmpty() && report.drained();
  }

  /** Returns whether the holder has recently reported this lambda. */
  public boolean isHeardFor(LambdaName lambda, Instant now) {
    return holder.isPresent()
        && silence(now, Instant.MIN).compareTo(times.unhealthyAfter()) < 0
        && worksFor(lambda);
  }

  /** Returns whether the holder may work, and its executors wait for tasks of this lambda. */
  public boolean mayBegin(LambdaName lambda) {
    return holder.isPresent()
        && drain.isEmpty()
        && report.failingCheck().isEmpty()
        && report.work().stream()
            .anyMatch(
                work ->
                    work.lambda().equals(lambda)
                        && work.waiting() > 0
                        && work.unhealthy().isEmpty());
  }

  /** Returns whether the last holder has reported this lambda. */
  public boolean worksFor(LambdaName lambda) {
    return report.work().stream().anyMatch(work -> work.lambda().equals(lambda));
  }

  /** Returns whether the record no longer contains anything that must be remembered. */
  public boolean isForgettable() {
    return holder.isEmpty() && drain.isEmpty() && gone.isEmpty();
  }

  /** Returns the reason why this start of a host must exit; empty if it need not. */
  public Optional<GoneInstance> gone(String instance) {
    return gone.stream().filter(old -> old.id().equals(instance)).findFirst();
  }

  /** Returns whether this start of a host holds the place. */
  public boolean isHeldBy(String instance) {
    return holder.filter(own -> own.id().equals(instance)).isPresent();
  }

  /** Returns whether a host with these credentials may hold the place. */
  boolean isOpenTo(String owner) {
    return report.owner().isEmpty() || report.owner().equals(owner);
  }

  /**
   * Returns whether another host may take the place: no host holds it, or its holder is not
   * healthy.
   */
  boolean isFree(Instant now, Instant watchedSince, HealthTimes by) {
    var health = health(now, watchedSince, by);
    boolean silent = silence(now, watchedSince).compareTo(by.unhealthyAfter()) >= 0;
    return silent || health == WorkerHealth.UNHEALTHY || health == WorkerHealth.MUST_DIE;
  }

  private Duration silence(Instant now, Instant watchedSince) {
    return Duration.between(seenAt.isAfter(watchedSince) ? seenAt : watchedSince, now);
  }

  /**
   * Returns the health of the holder; MUST_DIE without a holder.
   *
   * @param watchedSince time since which reports could be recorded without a gap
   */
  public WorkerHealth health(Instant now, Instant watchedSince, HealthTimes by) {
    var facts =
        new WorkerFacts(
            report.acknowledged(),
            silence(now, watchedSince),
            report.checked(),
            report.failingCheck().isEmpty(),
            holder.isEmpty());
    return WorkerHealth.of(facts, by);
  }

  /**
   * Start of a worker host that may no longer work.
   *
   * @param order order that it receives when it reports: RESTART if it was lost, otherwise EXIT
   * @param reason reason in words, such as {@code displaced by 1f0c…}
   */
  public record GoneInstance(String id, WorkerOrder order, String reason, Instant at) {}
}
