package dev.atf.plans.periodic;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Result of one check of a periodic task.
 *
 * @param fires fires whose tasks must be created, in the order of their times
 * @param next state after the check, in which these fires are pending
 * @param alarmAt time of the next check; null if none is needed before the owner changes the
 *     periodic task
 */
public record PeriodicDecision(List<Fire> fires, PeriodicState next, @Nullable Instant alarmAt) {
  /**
   * Delay after which a fire counts as missed and the catch-up policy applies. It is longer than a
   * consumer needs to take over from one that died.
   */
  public static final Duration GRACE = Duration.ofMinutes(1);

  /**
   * Time before a fire at which its task is created, if it need not wait for another task, so that
   * it starts on time. It is two default poll intervals.
   */
  public static final Duration LEAD = Duration.ofSeconds(4);

  /**
   * Maximum number of fires in one check. Their tasks are created within one or two seconds. The
   * next check creates the rest.
   */
  static final int FIRES_PER_CHECK_MAX = 100;

  /**
   * Maximum number of missed fires that are counted. The count is for people, for whom a larger
   * number makes no difference.
   */
  static final int MISSED_COUNTED_MAX = 1_000;

  public PeriodicDecision {
    fires = List.copyOf(fires);
  }

  /**
   * Decides about all fires that are due.
   *
   * @param state state without pending fires
   * @param lastEnded whether the task of the last fire has ended, or there is none
   * @param lead {@link #LEAD}, or more if consumers check less often than by default
   */
  public static PeriodicDecision of(
      PeriodicTask task, PeriodicState state, boolean lastEnded, Instant now, Duration lead) {
    return of(task, state, lastEnded, now, lead, GRACE);
  }

  /**
   * Decides about all fires that are due.
   *
   * @param grace {@link #GRACE}, or more if the caller itself has put off its decisions
   */
  public static PeriodicDecision of(
      PeriodicTask task,
      PeriodicState state,
      boolean lastEnded,
      Instant now,
      Duration lead,
      Duration grace) {
    if (state.paused()) {
      return new PeriodicDecision(List.of(), state, null);
    }
    var due = DueFires.at(task, state.decidedUntil(), now, ahead(task, lead), grace);
    var turns = new Turns(task, state, lastEnded);
    due.missed().ifPresent(turns::missed);
    due.fires().forEach(turns::offer);
    var next =
        new PeriodicState(
            false,
            due.decidedUntil(),
            turns.fires.stream().map(Fire::at).toList(),
            turns.last,
            turns.queued,
            state.firedCount() + turns.fires.size(),
            state.skippedCount() + turns.skippedCount,
            state.missedCount() + due.missedCount(),
            turns.skipped,
            state.scheduleSince());
    return new PeriodicDecision(
        turns.fires, next, alarm(task, next.withPending(List.of()), lead, now));
  }

  /**
   * Returns the time of the next check of a periodic task in this state; null if none is needed.
   */
  public static @Nullable Instant alarm(
      PeriodicTask task, PeriodicState state, Duration lead, Instant now) {
    if (!state.pending().isEmpty()) {
      return now;
    }
    if (state.paused()) {
      return null;
    }
    if (state.queued() != null) {
      return state.queued();
    }
    var next =
        task.fireTimes()
            .next(state.decidedUntil())
            .map(fire -> fire.dueAt().minus(ahead(task, lead)));
    return Stream.concat(next.stream(), deadline(task, state).stream())
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /**
   * Returns the time at which the latest canary fails unless it ends before; empty if it already
   * has a verdict.
   */
  private static Optional<Instant> deadline(PeriodicTask task, PeriodicState state) {
    return task.isOfCanaries()
        ? Optional.ofNullable(state.last()).map(last -> last.plus(task.lifetime()))
        : Optional.empty();
  }

  /** Returns the lead if fires do not depend on the end of the previous one; otherwise zero. */
  private static Duration ahead(PeriodicTask task, Duration lead) {
    return switch (task.overlap()) {
      case ALLOW -> lead;
      case SKIP, QUEUE_ONE -> Duration.ZERO;
    };
  }

  /** Applies the overlap policy to fires, one after the other. */
  private static final class Turns {
    private final Overlap overlap;
    private final List<Fire> fires = new ArrayList<>();
    private boolean busy;
    private @Nullable Instant last;
    private @Nullable Instant queued;
    private long skippedCount;
    private SkippedFires skipped;

    Turns(PeriodicTask task, PeriodicState state, boolean lastEnded) {
      overlap = task.overlap();
      busy = !lastEnded;
      last = state.last();
      skipped = state.skipped();
      var waiting = state.queued();
      if (waiting != null && free()) {
        add(task.fireTimes().fire(waiting));
      } else {
        queued = waiting;
      }
    }

    void missed(DueFires.Missed missed) {
      skipped = skipped.with(missed.first(), missed.last(), SkippedFires.Reason.MISSED);
    }

    void offer(Fire fire) {
      if (free()) {
        add(fire);
      } else if (overlap == Overlap.QUEUE_ONE && queued == null) {
        queued = fire.at();
      } else {
        skippedCount++;
        skipped = skipped.with(fire.at(), fire.at(), SkippedFires.Reason.OVERLAP);
      }
    }

    private boolean free() {
      return overlap == Overlap.ALLOW || !busy;
    }

    private void add(Fire fire) {
      fires.add(fire);
      last = fire.at();
      busy = true;
    }
  }

  /**
   * Fires that are due: first the missed fires to catch up, and then the fires on time.
   *
   * @param decidedUntil time of the latest decided fire
   * @param missedCount number of missed fires for which no task is ever created
   * @param missed first and last of these fires; empty if there are none
   */
  private record DueFires(
      List<Fire> fires, Instant decidedUntil, long missedCount, Optional<Missed> missed) {
    /** Times of the first and the last missed fire, both inclusive. */
    record Missed(Instant first, Instant last) {}

    /**
     * Returns the fires that are due and not yet decided.
     *
     * @param after time up to which fires are already decided
     * @param ahead time by which fires are decided in advance
     */
    static DueFires at(
        PeriodicTask task, Instant after, Instant now, Duration ahead, Duration grace) {
      var times = task.fireTimes();
      var edge = now.minus(grace);
      int keep = task.catchUp().fireCountMax();
      // These are the fires before the edge, unless jitter has moved them beyond it.
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
          && due.size() < FIRES_PER_CHECK_MAX) {
        due.add(next.get());
        next = times.next(next.get().at());
      }
      var fires = due.subList(0, Math.min(due.size(), FIRES_PER_CHECK_MAX));
      return new DueFires(
          List.copyOf(fires),
          fires.isEmpty() ? from : fires.get(fires.size() - 1).at(),
          left,
          notCaughtUp(times, after, missed.subList(0, Math.max(0, missed.size() - keep))));
    }

    private static Optional<Missed> notCaughtUp(FireTimes times, Instant after, List<Fire> latest) {
      return latest.isEmpty()
          ? Optional.empty()
          : times
              .next(after)
              .map(first -> new Missed(first.at(), latest.get(latest.size() - 1).at()));
    }

    private static long count(FireTimes times, Instant after, Instant edge) {
      return times.between(after, edge.minusMillis(1), MISSED_COUNTED_MAX).stream()
          .filter(fire -> fire.dueAt().isBefore(edge))
          .count();
    }
  }
}
