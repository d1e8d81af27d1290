package dev.atf.storeconsumer.plans;

import dev.atf.model.LambdaName;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plans whose alarm has rung, or rings before the next poll may show it, and the times at which
 * this consumer checks them. If this state is lost, each plan is checked once more. Times are on a
 * monotonic clock, except for the times of alarms. Not thread-safe.
 *
 * <p>Plans of one lambda and kind form a share. Due checks rotate over the shares, so that many
 * plans of one lambda do not delay those of another. If the maximum is exceeded, the largest share
 * drops the plan with the latest check, and the index shows it again later.
 */
final class WatchedPlans {
  /** Maximum number of watched plans, which take about 30 MB. */
  static final int WATCHES_MAX = 100_000;

  /** Initial delay after a failure of the store. */
  private static final Duration FAILED_FIRST = Duration.ofSeconds(1);

  /**
   * Watch of one plan.
   *
   * @param alarmAt alarm with which the plan was found; a different alarm means that the plan has
   *     changed
   * @param version version that was checked; 0 before the first check
   * @param delay delay before the next check; zero before the first one
   * @param ends ends of its tasks since the last check
   */
  record Watch(
      PlanId id,
      PlanList list,
      Instant alarmAt,
      long version,
      Duration nextAt,
      Duration delay,
      Ends ends) {
    /** Returns this watch with its check at {@code at}, if that is earlier. */
    Watch by(Duration at, Ends reported) {
      return new Watch(id, list, alarmAt, version, min(nextAt, at), delay, reported);
    }
  }

  /**
   * Ends of a plan's tasks, according to hints.
   *
   * @param checkedAt time of the last check; before the first check, the time at which the plan was
   *     found
   * @param awaited number of tasks that were awaited at that time
   * @param reported number of these tasks that have ended since, according to hints
   */
  record Ends(Duration checkedAt, int awaited, int reported) {
    Ends plus(int ended) {
      return new Ends(
          checkedAt, awaited, (int) Math.min((long) reported + ended, Integer.MAX_VALUE));
    }

    boolean isHinted() {
      return reported > 0;
    }

    /** Returns the time of the next check: immediately if no awaited task is left. */
    Duration nextCheckAt(Duration now) {
      return reported >= awaited ? now : checkedAt.plus(Supervision.apart(awaited));
    }
  }

  private static final Comparator<Watch> BY_TIME =
      Comparator.comparing(Watch::nextAt).thenComparing(Watch::id);

  private record Share(LambdaName lambda, PlanKind kind) {
    static Share of(Watch watch) {
      return new Share(watch.list().lambda(), watch.list().kind());
    }
  }

  private final int max;
  private final Duration lookAhead;
  private final Map<PlanId, Watch> watches = new HashMap<>();

  /**
   * Watches of each share, ordered by time. No share is empty, and the first one is served first.
   */
  private final Map<Share, NavigableSet<Watch>> shares = new LinkedHashMap<>();

  /**
   * Creates an empty set.
   *
   * @param lookAhead look-ahead with which the index is read
   */
  WatchedPlans(Duration lookAhead) {
    this(WATCHES_MAX, lookAhead);
  }

  WatchedPlans(int max, Duration lookAhead) {
    this.max = max;
    this.lookAhead = lookAhead;
  }

  /** Adds a plan from the index, to be checked when its alarm rings. */
  void found(PlanList list, PlanId id, Instant alarmAt, Instant wallClock, Duration now) {
    var known = watches.get(id);
    if (known == null || !known.alarmAt().equals(alarmAt)) {
      watch(unwatched(list, id, alarmAt, wallClock, now));
    }
  }

  /**
   * Schedules an earlier check of a plan because some of its tasks have ended or its row was
   * written.
   *
   * @param list list of a plan that is not watched yet; empty if another consumer checks the plan,
   *     or if the index will show it
   */
  void hinted(PlanHint hint, Optional<PlanList> list, Instant wallClock, Duration now) {
    var known = watches.get(hint.plan());
    if (known == null || hint.alarm().isPresent()) {
      var alarmAt = hint.alarm().orElse(Instant.MIN);
      var in = known == null ? list : Optional.of(known.list());
      if (in.isPresent() && !isLater(alarmAt, wallClock)) {
        var watch = unwatched(in.get(), hint.plan(), alarmAt, wallClock, now);
        watch(known == null ? watch : watch.by(known.nextAt(), watch.ends()));
      }
    } else if (known.version() > 0) {
      var ends = known.ends().plus(hint.ended());
      watch(known.by(ends.nextCheckAt(now), ends));
    }
  }

  private static Watch unwatched(
      PlanList list, PlanId id, Instant alarmAt, Instant wallClock, Duration now) {
    var at = ringsAt(alarmAt, wallClock, now);
    return new Watch(id, list, alarmAt, 0, at, Duration.ZERO, new Ends(now, 0, 0));
  }

  /** Returns the time on the monotonic clock at which an alarm rings. */
  private static Duration ringsAt(Instant alarmAt, Instant wallClock, Duration now) {
    return alarmAt.isAfter(wallClock) ? now.plus(Duration.between(wallClock, alarmAt)) : now;
  }

  /** Returns whether a later poll handles an alarm. */
  private boolean isLater(Instant alarmAt, Instant wallClock) {
    return alarmAt.isAfter(wallClock.plus(lookAhead));
  }

  /** Removes the plans that are in other lists. */
  void retain(Collection<PlanList> lists) {
    watches.values().stream()
        .filter(watch -> !lists.contains(watch.list()))
        .toList()
        .forEach(this::remove);
  }

  /**
   * Returns plans whose checks are due. Shares take turns, and each one provides the plan that has
   * been due for the longest time.
   */
  List<Watch> due(Duration now, int max) {
    var due = new ArrayList<Watch>();
    var turns = new ArrayDeque<Iterator<Watch>>();
    shares.values().forEach(share -> turns.add(share.iterator()));
    while (!turns.isEmpty() && due.size() < max) {
      var share = turns.remove();
      var watch = share.hasNext() ? share.next() : null;
      if (watch != null && watch.nextAt().compareTo(now) <= 0) {
        due.add(watch);
        turns.add(share);
      }
    }
    rotate();
    return due;
  }

  /**
   * Makes another share the first one of the next turn, because a turn may end before it has
   * reached all shares.
   */
  private void rotate() {
    var first = shares.keySet().iterator();
    if (first.hasNext()) {
      var share = first.next();
      shares.put(share, Objects.requireNonNull(shares.remove(share)));
    }
  }

  /**
   * Records a check and its result.
   *
   * @param wallClock time with which the alarm is compared
   */
  void checked(Watch watch, Supervision supervision, Instant wallClock, Duration now) {
    @Nullable Plan plan = supervision.plan().orElse(null);
    @Nullable Instant alarmAt = plan == null ? null : plan.alarmAt();
    if (plan == null || alarmAt == null || isLater(alarmAt, wallClock)) {
      remove(watch);
      return;
    }
    if (alarmAt.isAfter(wallClock)) {
      watch(unwatched(watch.list(), watch.id(), alarmAt, wallClock, now));
      return;
    }
    boolean changed = plan.version() != watch.version();
    // A check that a hint has caused does not count as one that found no change.
    var before = watch.ends().isHinted() ? watch.delay().dividedBy(2) : watch.delay();
    var delay = changed ? supervision.soonest() : doubled(before, supervision.soonest());
    var next = min(delay, supervision.rarest());
    var ends = new Ends(now, supervision.awaited(), 0);
    watch(new Watch(watch.id(), watch.list(), alarmAt, plan.version(), now.plus(next), next, ends));
  }

  /** Records that the check failed, so that it is repeated. */
  void failed(Watch watch, Duration now) {
    var delay = min(doubled(watch.delay(), FAILED_FIRST), Supervision.RAREST);
    var ends = new Ends(now, 0, 0);
    watch(
        new Watch(
            watch.id(),
            watch.list(),
            watch.alarmAt(),
            watch.version(),
            now.plus(delay),
            delay,
            ends));
  }

  /** Returns the time of the next check. */
  Optional<Duration> next() {
    return shares.values().stream()
        .map(share -> share.first().nextAt())
        .min(Comparator.naturalOrder());
  }

  /** Returns whether further plans are dropped, which the index shows again later. */
  boolean isFull() {
    return watches.size() >= max;
  }

  int size() {
    return watches.size();
  }

  private void watch(Watch watch) {
    var before = watches.get(watch.id());
    if (before != null) {
      remove(before);
    } else if (watches.size() >= max) {
      shares.values().stream()
          .max(Comparator.comparingInt(Collection::size))
          .ifPresent(largest -> remove(largest.last()));
    }
    watches.put(watch.id(), watch);
    shares.computeIfAbsent(Share.of(watch), share -> new TreeSet<>(BY_TIME)).add(watch);
  }

  /** Removes a watch. Another watch of the same plan is not removed. */
  private void remove(Watch watch) {
    if (watches.remove(watch.id(), watch)) {
      shares.computeIfPresent(
          Share.of(watch),
          (share, byTime) -> {
            byTime.remove(watch);
            return byTime.isEmpty() ? null : byTime;
          });
    }
  }

  private static Duration doubled(Duration delay, Duration atLeast) {
    var twice = delay.multipliedBy(2);
    return twice.compareTo(atLeast) < 0 ? atLeast : twice;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
