package dev.atf.plans.order;

import dev.atf.model.task.TaskHeader;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Next step of a Schedule with an ordering key, decided from the row that it read. Only one of
 * several concurrent puts succeeds (law 1).
 */
public sealed interface Placing {
  /** The row already contains this task, because an earlier call or a supervisor has written it. */
  record Has() implements Placing {}

  /**
   * The task takes the turn.
   *
   * @param row row to put; the task is then an ordinary task
   */
  record Take(OrderRow row) implements Placing {}

  /**
   * The task waits for the turn.
   *
   * @param member part of the task, to put before the row
   * @param row row to put; the task is then created in a waiting state
   */
  record Wait(Member member, OrderRow row) implements Placing {}

  /**
   * Decides the next step of a Schedule.
   *
   * @param row row; if there was none, its first version, which is not written yet
   * @param exists whether the row was already written
   * @param turn current turn
   * @param header header of the task, with the key as its origin
   * @param before place at which this call has already put a part; the task keeps it unless it was
   *     passed
   * @param expiresAt time at which the task and everything that belongs to it expires
   * @param now current time in whole milliseconds
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
    // This is the scheduled time and not the time of this call, because a repetition is the same
    // task.
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
    // An unchanged alarm costs no write to the index.
    var earliest = alarm != null && !alarm.isAfter(wanted) ? alarm : wanted;
    return new Wait(member, put(kept, exists, waiting, earliest).withListed(false));
  }

  /**
   * Returns whether no task waits before this place. The alarm of a row is never later than the
   * places of its waiting tasks. The clock is not read, because a slow clock would see none of
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
