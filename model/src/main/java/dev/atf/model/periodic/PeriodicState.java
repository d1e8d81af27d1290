package dev.atf.model.periodic;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a periodic task has come.
 *
 * @param decidedUntil of every fire up to this one it is decided what becomes of it
 * @param pending fires that are decided and whose tasks may not have been made yet: whoever looks
 *     next makes them first
 * @param last the latest fire whose task was made; null before the first
 * @param queued the fire that waits for the task of the last to end; null for none
 * @param firedCount fires whose tasks were made, also late
 * @param skippedCount left out because of the overlap policy
 * @param missedCount left out because nobody was there at their time; at least, where there were
 *     more than {@value PeriodicDecision#MISSED_COUNTED_MAX} at once
 */
public record PeriodicState(
    boolean paused,
    Instant decidedUntil,
    List<Instant> pending,
    @Nullable Instant last,
    @Nullable Instant queued,
    long firedCount,
    long skippedCount,
    long missedCount) {
  public PeriodicState {
    pending = List.copyOf(pending);
  }

  /** Fires after this have to happen. */
  public static PeriodicState from(Instant now) {
    return new PeriodicState(false, now, List.of(), null, null, 0, 0, 0);
  }

  /** Nothing fires any more; what waits is left out. */
  public PeriodicState pause() {
    return new PeriodicState(
        true,
        decidedUntil,
        pending,
        last,
        null,
        firedCount,
        skippedCount + (queued == null ? 0 : 1),
        missedCount);
  }

  /** Fires again; what the pause has kept from happening is not made up for. */
  public PeriodicState resume(Instant now) {
    return new PeriodicState(
        false,
        later(decidedUntil, now),
        pending,
        last,
        queued,
        firedCount,
        skippedCount,
        missedCount);
  }

  /** The schedule is another from now on. */
  public PeriodicState reschedule(Instant now) {
    return new PeriodicState(
        paused,
        later(decidedUntil, now),
        pending,
        last,
        queued,
        firedCount,
        skippedCount,
        missedCount);
  }

  public PeriodicState withPending(List<Instant> fires) {
    return new PeriodicState(
        paused, decidedUntil, fires, last, queued, firedCount, skippedCount, missedCount);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }
}
