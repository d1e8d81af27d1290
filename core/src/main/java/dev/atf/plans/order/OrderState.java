package dev.atf.plans.order;

import dev.atf.model.TaskId;
import dev.atf.model.origin.OrderingKey;
import dev.atf.plans.row.Plan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Optional;

/**
 * Content of a key's row: the holder of the turn and the progress of the order.
 *
 * @param holder task with the turn, which may have ended in the meantime; empty if the last one has
 *     ended and no task waited
 * @param passed name of the last place that received the turn; {@code ""} at first. No new task is
 *     placed at or before it, and the tasks of all places up to it have ended
 * @param over name of the place up to which all waiting tasks have ended; {@code ""} if none have.
 *     It may be in the future, because a task that was not due may be cancelled, and it moves back
 *     when a task is placed before it. Parts expire in the store, because deleting them would cost
 *     one write each
 * @param waiting whether later parts may wait, in which case the row is live or held
 * @param sequence greatest sequence of all places
 * @param lastAt latest time of all tasks that were due when they were scheduled
 * @param heldAt time since which the key is held
 * @param retry request of an operator to retry the holder of a held key
 */
@RecordBuilder
public record OrderState(
    Optional<Member> holder,
    String passed,
    String over,
    boolean waiting,
    long sequence,
    Instant lastAt,
    Optional<Instant> heldAt,
    Optional<Retry> retry)
    implements OrderStateBuilder.With {

  /**
   * Requested redrive, which the next supervisor performs. After the request, the holder can no
   * longer be skipped.
   *
   * @param epoch epoch in which the holder failed
   * @param deadline new deadline
   */
  public record Retry(long epoch, Instant deadline) {}

  /** State of an unused key. */
  public static final OrderState FRESH =
      new OrderState(
          Optional.empty(), "", "", false, 0, Instant.EPOCH, Optional.empty(), Optional.empty());

  public OrderState {
    over = over.compareTo(passed) > 0 ? over : "";
  }

  public static OrderingKey key(Plan plan) {
    return new OrderingKey(plan.name());
  }

  /** Returns the name from which parts are read. It follows all places whose tasks have ended. */
  public String from() {
    var last = last();
    return last.isEmpty() ? "" : last + "-";
  }

  /** Returns the name of the last place that is no longer read. */
  public String last() {
    return over.isEmpty() ? passed : over;
  }

  public boolean isPast(Place place) {
    return place.name().compareTo(passed) <= 0;
  }

  public boolean isHeldBy(TaskId taskId) {
    return holder.filter(member -> member.taskId().equals(taskId)).isPresent();
  }

  /**
   * Returns the place of a new task: after the latest holder of the turn and, if the task is due,
   * after all tasks that were due before it. The latest holder may have received the turn before
   * its own call wrote the row, so the row may not count it yet.
   */
  public Place placeOf(TaskId taskId, Instant scheduledAt, boolean due) {
    var at = due && lastAt.isAfter(scheduledAt) ? lastAt : scheduledAt;
    if (passed.isEmpty()) {
      return new Place(at, sequence + 1, taskId);
    }
    var behind = Place.of(passed);
    return new Place(
        at.isBefore(behind.at()) ? behind.at() : at,
        Math.max(sequence, behind.sequence()) + 1,
        taskId);
  }

  OrderState noting(Place place, boolean due) {
    return with()
        .over(place.name().compareTo(over) > 0 ? over : "")
        .sequence(Math.max(sequence, place.sequence()))
        .lastAt(due && place.at().isAfter(lastAt) ? place.at() : lastAt)
        .build();
  }

  /**
   * Returns the state in which this member has the turn, and the tasks of all places before it have
   * ended.
   */
  OrderState givenTo(Member member) {
    return with()
        .holder(Optional.of(member))
        .passed(later(passed, member.place().name()))
        .heldAt(Optional.empty())
        .retry(Optional.empty())
        .build();
  }

  /** Returns the state without a holder, in which all tasks up to a place have ended. */
  OrderState free(String overTo) {
    return with()
        .holder(Optional.empty())
        .over(later(over, overTo))
        .heldAt(Optional.empty())
        .retry(Optional.empty())
        .build();
  }

  OrderState heldSince(Instant at) {
    return with().heldAt(Optional.of(at)).retry(Optional.empty()).build();
  }

  OrderState retrying(Retry asked) {
    return with().heldAt(Optional.empty()).retry(Optional.of(asked)).build();
  }

  private static String later(String one, String other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
