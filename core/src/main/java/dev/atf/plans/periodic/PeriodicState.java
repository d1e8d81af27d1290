package dev.atf.plans.periodic;

import dev.atf.plans.periodic.SkippedFires.Reason;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a periodic task.
 *
 * @param decidedUntil time up to which every fire is decided
 * @param pending decided fires whose tasks may not have been created yet; the next check creates
 *     them first
 * @param last latest fire whose task was created; null before the first
 * @param queued fire that waits until the task of the last fire ends; null if there is none
 * @param firedCount number of fires whose tasks were created, including late ones
 * @param skippedCount number of fires that were skipped because of the overlap policy
 * @param missedCount number of fires that were skipped because no consumer handled them at their
 *     time; a lower bound if more than {@value PeriodicDecision#MISSED_COUNTED_MAX} were missed at
 *     once
 * @param skipped fires without a task, and the reasons, including pauses
 * @param scheduleSince time up to which all fires are of earlier schedules; null if the schedule
 *     has not changed since its creation
 */
@RecordBuilder
public record PeriodicState(
    boolean paused,
    Instant decidedUntil,
    List<Instant> pending,
    @Nullable Instant last,
    @Nullable Instant queued,
    long firedCount,
    long skippedCount,
    long missedCount,
    SkippedFires skipped,
    @Nullable Instant scheduleSince)
    implements PeriodicStateBuilder.With {
  public PeriodicState {
    pending = List.copyOf(pending);
  }

  /** Returns the state in which fires after this time will happen. */
  public static PeriodicState from(Instant now) {
    return new PeriodicState(false, now, List.of(), null, null, 0, 0, 0, SkippedFires.NONE, null);
  }

  /** Stops all fires. The queued fire is skipped. */
  public PeriodicState pause() {
    var paused = withPaused(true);
    var fire = queued;
    return fire == null
        ? paused
        : paused
            .with()
            .queued(null)
            .skippedCount(skippedCount + 1)
            .skipped(skipped.with(fire, fire, Reason.PAUSED))
            .build();
  }

  /** Resumes firing. Fires that were due during the pause are not caught up. */
  public PeriodicState resume(FireTimes times, Instant now) {
    var pausedFrom = decidedUntil.plusMillis(1);
    var pausedUntil = times.dueUntil(now);
    return with()
        .paused(false)
        .decidedUntil(later(decidedUntil, pausedUntil))
        .skipped(
            pausedFrom.isAfter(pausedUntil)
                ? skipped
                : skipped.with(pausedFrom, pausedUntil, Reason.PAUSED))
        .build();
  }

  /**
   * Returns the state for a schedule that changes now. All fires of the new schedule that are due
   * after now will happen, even if later times of the old schedule are decided: the task of a fire
   * that both have is the same, and is not created twice. A fire that both have, that is not
   * decided, and that the new schedule has due by now, happens at once.
   *
   * @param before fires of the old schedule
   * @param times fires of the new schedule
   */
  public PeriodicState reschedule(FireTimes before, FireTimes times, Instant now) {
    var dueUntil = times.dueUntil(now);
    var next = with().decidedUntil(dueUntil).skipped(SkippedFires.NONE).scheduleSince(dueUntil);
    if (!paused && queued == null) {
      undecided(before, now)
          .filter(at -> !at.isAfter(dueUntil) && times.has(at))
          .ifPresent(next::queued);
    }
    return next.build();
  }

  /** Returns the latest fire before now that is not decided, and is not missed. */
  private Optional<Instant> undecided(FireTimes times, Instant now) {
    return times.latest(decidedUntil, now, 1).stream()
        .filter(fire -> !fire.dueAt().isBefore(now.minus(PeriodicDecision.GRACE)))
        .map(Fire::at)
        .findFirst();
  }

  /** Returns the state in which the fires that are due by now do not happen, uncounted. */
  public PeriodicState skipDue(FireTimes times, Instant now) {
    return with()
        .decidedUntil(later(decidedUntil, times.dueUntil(now)))
        .skipped(SkippedFires.NONE)
        .build();
  }

  /** Returns the next fires that are due after now, at most {@code count}. */
  public List<Fire> nextFires(FireTimes times, Instant now, int count) {
    // Fires that were decided in advance are still in the future.
    var decided = decidedUntil.isAfter(now) ? now : decidedUntil;
    return times.preview(later(decided, times.dueUntil(now)), count);
  }

  /** Returns whether the task of a fire will still be created. */
  public boolean isToCome(Instant fire) {
    return pending.contains(fire) || fire.equals(queued) || (fire.isAfter(decidedUntil) && !paused);
  }

  /** Returns the reason why a fire without a task was skipped; empty if unknown. */
  public Optional<Reason> skipReason(Instant fire) {
    if (isToCome(fire)) {
      return Optional.empty();
    }
    return paused && fire.isAfter(decidedUntil) ? Optional.of(Reason.PAUSED) : skipped.reason(fire);
  }

  /** Returns whether the present schedule gives this fire; otherwise an earlier one may have. */
  public boolean isOfSchedule(Instant fire) {
    return scheduleSince == null || fire.isAfter(scheduleSince);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }
}
