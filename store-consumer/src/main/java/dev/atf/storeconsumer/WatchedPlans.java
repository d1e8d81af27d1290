package dev.atf.storeconsumer;

import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanId;
import dev.atf.model.plan.PlanList;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The plans whose alarm has rung, and when this consumer looks at each of them. Losing it costs a
 * look at each. Its times are a monotonic clock's, but for those of alarms. Not thread-safe.
 */
final class WatchedPlans {
  /** After a failure of the store. */
  private static final Duration FAILED_FIRST = Duration.ofSeconds(1);

  /**
   * One of them.
   *
   * @param alarmAt by which it was found: another one means that somebody has changed it
   * @param version that was looked at; 0 before the first look
   * @param delay before the look that comes; zero before the first
   */
  record Watch(
      PlanId id, PlanList list, Instant alarmAt, long version, Duration nextAt, Duration delay) {}

  private static final Comparator<Watch> BY_TIME =
      Comparator.comparing(Watch::nextAt).thenComparing(Watch::id);

  private final Map<PlanId, Watch> watches = new HashMap<>();
  private final NavigableSet<Watch> byTime = new TreeSet<>(BY_TIME);

  /** The index shows it. */
  void found(PlanList list, PlanId id, Instant alarmAt, Duration now) {
    var known = watches.get(id);
    if (known == null || !known.alarmAt().equals(alarmAt)) {
      watch(new Watch(id, list, alarmAt, 0, now, Duration.ZERO));
    }
  }

  /** Forgets those of other lists. */
  void retain(Collection<PlanList> lists) {
    watches.values().removeIf(watch -> !lists.contains(watch.list()));
    byTime.removeIf(watch -> !lists.contains(watch.list()));
  }

  /** Those that are to be looked at, the longest due first. */
  List<Watch> due(Duration now, int max) {
    return byTime.stream()
        .takeWhile(watch -> watch.nextAt().compareTo(now) <= 0)
        .limit(max)
        .toList();
  }

  /**
   * It was looked at, and stands like this.
   *
   * @param wallClock by which its alarm has rung or not
   */
  void looked(Watch watch, Supervision supervision, Instant wallClock, Duration now) {
    @Nullable Plan plan = supervision.plan().orElse(null);
    @Nullable Instant alarmAt = plan == null ? null : plan.alarmAt();
    if (plan == null || alarmAt == null || alarmAt.isAfter(wallClock)) {
      if (watches.remove(watch.id(), watch)) {
        byTime.remove(watch);
      }
      return;
    }
    boolean changed = plan.version() != watch.version();
    var delay = changed ? supervision.soonest() : doubled(watch.delay(), supervision.soonest());
    var next = min(delay, supervision.rarest());
    watch(new Watch(watch.id(), watch.list(), alarmAt, plan.version(), now.plus(next), next));
  }

  /** The look failed, and comes again. */
  void failed(Watch watch, Duration now) {
    var delay = min(doubled(watch.delay(), FAILED_FIRST), Supervision.RAREST);
    watch(
        new Watch(
            watch.id(), watch.list(), watch.alarmAt(), watch.version(), now.plus(delay), delay));
  }

  /** When the next look is due. */
  Optional<Duration> next() {
    return byTime.isEmpty() ? Optional.empty() : Optional.of(byTime.first().nextAt());
  }

  int size() {
    return watches.size();
  }

  private void watch(Watch watch) {
    var before = watches.put(watch.id(), watch);
    if (before != null) {
      byTime.remove(before);
    }
    byTime.add(watch);
  }

  private static Duration doubled(Duration delay, Duration atLeast) {
    var twice = delay.multipliedBy(2);
    return twice.compareTo(atLeast) < 0 ? atLeast : twice;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
