package dev.atf.storeconsumer.plans;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.store.plans.OrderCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Holders of the keys that this consumer waits for, whose tasks are in progress. As long as such a
 * task has not ended, there is nothing to do for its key. Many of them are read in one request,
 * each for half a read unit. If this cache is lost, each key is checked once more.
 */
final class TurnHolders {
  /** Maximum number of cached keys, of about 1 KB each. For other keys, the store is read. */
  private static final int KNOWN_MAX = 20_000;

  /** Maximum time between two full checks. It bounds how late the other work of a check is done. */
  private static final Duration CHECKED_EVERY = Duration.ofMinutes(1);

  /**
   * Divisor of the time between checks. A turn is passed on late by at most this part of the
   * holder's run time.
   */
  private static final int LATE_BY_PART = 4;

  private final RecentValues<PlanId, Known> known;

  TurnHolders() {
    this(KNOWN_MAX);
  }

  TurnHolders(int knownMax) {
    known = new RecentValues<>(knownMax, CHECKED_EVERY.multipliedBy(2));
  }

  /**
   * Holder of a key.
   *
   * @param row version that was checked
   * @param since time since which its holder is known to be in progress
   */
  private record Known(Plan row, TaskId holder, Instant since, Instant checkedAt) {
    boolean isOf(TaskId taskId) {
      return holder.equals(taskId);
    }

    /** Returns whether no full check is due. One is due after the clock was set back. */
    boolean isFresh(Instant now) {
      return !checkedAt.isAfter(now) && now.isBefore(checkedAt.plus(CHECKED_EVERY));
    }
  }

  /** Records that the holder of a key is in progress, according to a check. */
  Supervision wait(Plan row, Duration soonest, Instant now) {
    var holder = OrderCodec.state(row).holder().orElseThrow().taskId();
    var since =
        known.find(row.id()).filter(before -> before.isOf(holder)).map(Known::since).orElse(now);
    boolean kept = known.put(row.id(), new Known(row, holder, since, now), now);
    return kept
        ? supervision(row, soonest, Duration.between(since, now))
        : Supervision.of(row, soonest);
  }

  void forget(PlanId id) {
    known.remove(id);
  }

  /**
   * Returns the keys whose holders are still in progress.
   *
   * @param find read of associations, which may lag; an end is then noticed late
   */
  Map<PlanId, Supervision> idle(
      Collection<PlanId> ids,
      Function<Collection<TaskId>, Map<TaskId, Association>> find,
      Duration soonest,
      Instant now) {
    var asked = new HashMap<PlanId, Known>();
    for (var id : ids) {
      known.find(id).filter(one -> one.isFresh(now)).ifPresent(one -> asked.put(id, one));
    }
    if (asked.isEmpty()) {
      return Map.of();
    }
    var tasks = find.apply(asked.values().stream().map(Known::holder).toList());
    var idle = new HashMap<PlanId, Supervision>();
    asked.forEach(
        (id, one) -> {
          var task = tasks.get(one.holder());
          if (task != null && !task.waits() && !task.status().finished()) {
            idle.put(id, supervision(one.row(), soonest, Duration.between(one.since(), now)));
          }
        });
    return idle;
  }

  private static Supervision supervision(Plan row, Duration soonest, Duration age) {
    var part = age.dividedBy(LATE_BY_PART);
    var rarest =
        part.compareTo(soonest) < 0
            ? soonest
            : part.compareTo(Supervision.RAREST) > 0 ? Supervision.RAREST : part;
    return new Supervision(Optional.of(row), soonest, rarest, 1);
  }
}
