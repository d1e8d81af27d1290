package dev.atf.plans.order;

import dev.atf.model.task.TaskHeader;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Step that a Schedule takes with its key, by the row as it read it. Law 1: one put, one winner.
 */
public sealed interface Placing {
  /** The row names this task already: an earlier call, or a supervisor, was first. */
  record Has() implements Placing {}

  /**
   * The task takes the turn.
   *
   * @param row to be put; the task is then an ordinary one
   */
  record Take(OrderRow row) implements Placing {}

  /**
   * The task waits for the turn.
   *
   * @param member its part, to be put before the row
   * @param row to be put; the task is then created waiting
   */
  record Wait(Member member, OrderRow row) implements Placing {}

  /**
   * @param row the first version of it, not written yet, if there was none
   * @param exists whether the row was already written
   * @param turn as it stands
   * @param header header of the task, with the key as its origin
   * @param before the place that this call has put a part at; it keeps it unless it was passed
   * @param expiresAt when the task and all that belongs to it is forgotten
   * @param now whole milliseconds
   */
  static Placing of(
      OrderRow row,
      boolean exists,
      Turn turn,
      TaskHeader header,
      Optional<Place> before,
      Instant expiresAt,
      Instant now) {
    var state = row.state();
    if (state.isHeldBy(header.taskId())) {
      return new Has();
    }
    // The time that it was scheduled for, not the time of this call: a repetition is the same task.
    boolean due = !header.scheduledAt().isAfter(now);
    var place =
        before
            .filter(put -> !state.isPast(put))
            .orElseGet(() -> state.placeOf(header.taskId(), header.scheduledAt(), due));
    var member = new Member(place, header);
    var noted = state.noting(place, due);
    var kept = row.withExpiresAt(later(row.plan().expiresAt(), expiresAt));
    var alarm = row.alarmAt();
    if (due && turn == Turn.FREE && nobodyIsBefore(state, place, alarm)) {
      var until = state.waiting() ? alarm : null;
      return new Take(put(kept, exists, noted.givenTo(member), until).withListed(false));
    }
    var waiting = noted.withWaiting(true);
    var soon = now.isBefore(place.at()) ? now : place.at();
    var wanted = turn == Turn.FREE && !due ? header.scheduledAt() : soon;
    // An unchanged alarm costs no write of the index.
    var earliest = alarm != null && !alarm.isAfter(wanted) ? alarm : wanted;
    return new Wait(member, put(kept, exists, waiting, earliest).withListed(false));
  }

  /**
   * Returns whether nothing waits, or all that wait stand behind: no alarm of a row is later than
   * the places of those that wait for it. The clock is not read, for a slow one would see none of
   * them.
   */
  private static boolean nobodyIsBefore(OrderState state, Place place, @Nullable Instant alarm) {
    return !state.waiting() || (alarm != null && place.at().isBefore(alarm));
  }

  private static OrderRow put(
      OrderRow row, boolean exists, OrderState state, @Nullable Instant alarmAt) {
    return exists ? row.next(state, alarmAt) : row.with(state, alarmAt);
  }

  private static Instant later(@Nullable Instant one, Instant other) {
    return one != null && one.isAfter(other) ? one : other;
  }
}
