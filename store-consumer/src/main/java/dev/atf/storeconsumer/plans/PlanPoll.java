package dev.atf.storeconsumer.plans;

import com.google.common.collect.Lists;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.WakeableStep;
import dev.atf.store.StoreException;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.release.ListPacing;
import dev.atf.storeconsumer.release.PollFailedException;
import dev.atf.storeconsumer.release.PollSettings;
import dev.atf.storeconsumer.release.TurnHealth;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Step that reads, once in an interval, the plans whose alarms ring before the next read. The
 * supervisor of its kind checks each plan when the alarm rings, and repeats the check until the
 * alarm is moved. A hint causes an earlier check (ADR 0062). The wall clock decides what has rung,
 * and the monotonic clock how often plans are checked.
 */
@Singleton
final class PlanPoll implements WakeableStep {
  private static final Logger log = LoggerFactory.getLogger(PlanPoll.class);

  /** Number of checks between two reads of the clock. References from them are pushed together. */
  private static final int CHUNK = 64;

  /** Time within which due checks are collected and done together. */
  private static final Duration GATHERED = Duration.ofMillis(10);

  /** Maximum number of checks in one turn. The rest come first in the next turn. */
  private static final int CHECKS_MAX = 2_048;

  private final OwnedPlans owned;
  private final Plans plans;
  private final Map<PlanKind, PlanSupervisor> supervisors = new EnumMap<>(PlanKind.class);
  private final PollSettings settings;
  private final PlanPool pool;
  private final InstantSource clock;
  private final MonotonicClock pace;
  private final PlanMetrics metrics;
  private final WatchedPlans watched;
  private final PlanListReader reader;

  /** Lists that the last round did not reach. They come first in the next one. */
  private final Set<PlanList> unread = new LinkedHashSet<>();

  private final long begunNanos;

  /** Time of the next round on the monotonic clock, counted from the creation of this object. */
  private Duration nextRoundAt = Duration.ZERO;

  @Inject
  PlanPoll(
      OwnedPlans owned,
      Plans plans,
      Set<PlanSupervisor> supervisors,
      PollSettings settings,
      PlanPool pool,
      InstantSource clock,
      MonotonicClock pace,
      PlanMetrics metrics) {
    this.owned = owned;
    this.plans = plans;
    supervisors.forEach(one -> this.supervisors.put(one.kind(), one));
    this.settings = settings;
    this.pool = pool;
    this.clock = clock;
    this.pace = pace;
    this.metrics = metrics;
    var pacing = new ListPacing<>(owned.awake(), settings, PlanList::lambda);
    this.reader = new PlanListReader(plans, settings.pageSize(), pacing);
    this.watched = new WatchedPlans(settings.lookAhead());
    this.begunNanos = pace.nanos();
  }

  @Override
  public void whenEarlier(Runnable wake) {
    owned.hints().whenAdded(wake);
  }

  /**
   * Runs a round over the lists if one is due, and checks each plan that is due.
   *
   * @throws PollFailedException if no list could be read
   */
  @Override
  public Duration turn() {
    var now = clock.instant();
    var half = settings.turnTime().dividedBy(2);
    var begun = elapsed();
    if (begun.compareTo(nextRoundAt) >= 0) {
      readLists(now, new TurnHealth(now.plus(half)));
      nextRoundAt = begun.plus(settings.interval());
    }
    // Checks have their own share of time, because reading long lists must not delay them. It is
    // not longer than an interval, so that checks do not delay the reading of lists either.
    var checkTime = half.compareTo(settings.interval()) < 0 ? half : settings.interval();
    var hintedAt = clock.instant();
    owned
        .hints()
        .take()
        .forEach(hint -> watched.hinted(hint, owned.listOf(hint), hintedAt, elapsed()));
    check(new TurnHealth(clock.instant().plus(checkTime)));
    return untilNext(elapsed());
  }

  private Duration elapsed() {
    return Duration.ofNanos(pace.nanos() - begunNanos);
  }

  private void readLists(Instant now, TurnHealth health) {
    var lists = owned.lists(supervisors.keySet());
    watched.retain(Set.copyOf(lists));
    unread.retainAll(lists);
    unread.addAll(reader.select(lists, now));
    var round = List.copyOf(unread);
    var pages = pool.threads().map(round, list -> read(list, now, health));
    var readAt = clock.instant();
    for (int i = 0; i < round.size(); i++) {
      var list = round.get(i);
      pages
          .get(i)
          .ifPresent(
              marks -> {
                unread.remove(list);
                marks.forEach(mark -> watched.found(list, mark.id(), mark.at(), readAt, elapsed()));
              });
    }
    if (health.hopeless()) {
      throw new PollFailedException(round.size());
    }
  }

  /** Reads a list; empty if there was no time for it. */
  private Optional<List<PlanPage.Mark>> read(PlanList list, Instant now, TurnHealth health) {
    if (health.over(clock.instant())) {
      return Optional.empty();
    }
    var marks = new ArrayList<PlanPage.Mark>();
    var until = now.plus(settings.lookAhead()).truncatedTo(ChronoUnit.MILLIS);
    try {
      reader.read(list, now, until, elapsed(), () -> health.over(clock.instant()), marks);
      health.succeeded();
    } catch (RuntimeException e) {
      health.failed();
      metrics.failed(list.kind());
      log.warn("list={} could not be polled: {}", list, e.toString());
    }
    return Optional.of(marks);
  }

  private void check(TurnHealth health) {
    for (var chunk : Lists.partition(watched.due(elapsed(), CHECKS_MAX), CHUNK)) {
      if (health.over(clock.instant())) {
        return;
      }
      var idle = idle(chunk);
      var others = chunk.stream().filter(watch -> !idle.containsKey(watch.id())).toList();
      var seen = checkTogether(others);
      var wallClock = clock.instant();
      var now = elapsed();
      for (var watch : chunk) {
        var supervision = idle.get(watch.id());
        if (supervision != null) {
          watched.checked(watch, supervision, wallClock, now);
        }
      }
      for (int i = 0; i < others.size(); i++) {
        if (seen.get(i).isPresent()) {
          watched.checked(others.get(i), seen.get(i).get(), wallClock, now);
        } else {
          watched.failed(others.get(i), now);
        }
      }
    }
  }

  /**
   * Returns the plans for which their supervisors need no check. Only plans that were checked
   * before and have no hint are considered.
   */
  private Map<PlanId, Supervision> idle(List<WatchedPlans.Watch> chunk) {
    var idle = new HashMap<PlanId, Supervision>();
    supervisors.forEach(
        (kind, supervisor) -> {
          var checked =
              chunk.stream()
                  .filter(watch -> watch.version() > 0 && watch.list().kind() == kind)
                  // The read may lag behind the end that the hint reports.
                  .filter(watch -> !watch.ends().isHinted())
                  .map(WatchedPlans.Watch::id)
                  .toList();
          if (!checked.isEmpty()) {
            idle.putAll(idle(supervisor, checked));
          }
        });
    return idle;
  }

  private Map<PlanId, Supervision> idle(PlanSupervisor supervisor, List<PlanId> checked) {
    try {
      return supervisor.idle(checked, clock.instant());
    } catch (RuntimeException e) {
      // Each of them is checked instead.
      log.warn("it is unknown which of {} plans are idle: {}", checked.size(), e.toString());
      return Map.of();
    }
  }

  /** Checks several plans together. An entry is empty if its check failed. */
  private List<Optional<Supervision>> checkTogether(List<WatchedPlans.Watch> watches) {
    if (watches.isEmpty()) {
      return List.of();
    }
    boolean lasting = false;
    try {
      var seen = pool.together(watches, this::check);
      lasting = true;
      return seen;
    } catch (StoreException e) {
      watches.forEach(watch -> metrics.failed(watch.list().kind()));
      log.warn("of {} plans it is unknown what was written: {}", watches.size(), e.toString());
      return Collections.nCopies(watches.size(), Optional.empty());
    } finally {
      for (var supervisor : supervisors.values()) {
        supervisor.afterChecks(lasting, pool.threads(), clock.instant());
      }
    }
  }

  /** Checks a plan; empty if the check failed. */
  private Optional<Supervision> check(WatchedPlans.Watch watch) {
    var kind = watch.list().kind();
    try {
      // The time is cut as in the store, so that what a check makes due now is due.
      var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      var plan = plans.find(watch.id());
      var alarmAt = plan.isEmpty() ? null : plan.get().alarmAt();
      if (plan.isEmpty() || alarmAt == null) {
        return Optional.of(Supervision.over());
      }
      if (!PlanList.of(plan.get()).equals(Optional.of(watch.list()))) {
        // A hint has named the wrong list.
        return Optional.of(Supervision.over());
      }
      if (alarmAt.isAfter(now)) {
        return Optional.of(Supervision.of(plan.get(), Duration.ZERO));
      }
      if (watch.version() == 0 && !watched.isFull()) {
        metrics.found(kind, Duration.between(alarmAt, now));
      }
      var supervisor = supervisors.get(kind);
      if (supervisor == null) {
        return Optional.of(Supervision.over());
      }
      var supervision = supervisor.check(plan.get(), now);
      supervision.plan().ifPresent(after -> report(plan.get(), after));
      return Optional.of(supervision);
    } catch (RuntimeException e) {
      metrics.failed(kind);
      log.warn("plan={} of {} could not be checked: {}", watch.id(), watch.list(), e.toString());
      return Optional.empty();
    }
  }

  /** Counts the outcome in the metrics. A failure here does not undo the check. */
  private void report(Plan before, Plan after) {
    try {
      PlanOutcome.of(before, after)
          .ifPresent(outcome -> metrics.became(before.kind(), outcome).increment());
    } catch (RuntimeException e) {
      log.warn("plan={} cannot be read: {}", after.id(), e.toString());
    }
  }

  private Duration untilNext(Duration now) {
    var next = watched.next().filter(at -> at.compareTo(nextRoundAt) < 0).orElse(nextRoundAt);
    if (next.compareTo(now) < 0) {
      return Duration.ZERO;
    }
    var wait = next.minus(now);
    return wait.compareTo(GATHERED) < 0 ? GATHERED : wait;
  }
}
