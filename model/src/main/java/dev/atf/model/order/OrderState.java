package dev.atf.model.order;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.plan.Origin;
import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanPart;
import java.time.Instant;
import java.util.Optional;

/**
 * What the row of a key says: who has the turn, and how far the order has come.
 *
 * @param holder who has the turn; it may have ended since. Empty when the last one has ended and
 *     nobody waited
 * @param passed the name of the last place that was given the turn; {@code ""} at first. Nobody is
 *     placed at or before it, and whatever stands there is over
 * @param over the name of the place up to which all that wait behind it have ended; {@code ""}
 *     where none have. It may lie ahead in time, for one that was not due may be cancelled, and
 *     goes back when somebody is placed before it. Parts are not deleted, which would cost a write
 *     each, but forgotten by the store
 * @param waiting whether parts behind it may wait; then the row is live, or held
 * @param sequence the greatest of all places
 * @param lastAt the latest time of those that were due when they were scheduled
 * @param heldAt since when the key is held
 * @param retry what an operator wants of the holder of a held key
 */
public record OrderState(
    Optional<Member> holder,
    String passed,
    String over,
    boolean waiting,
    long sequence,
    Instant lastAt,
    Optional<Instant> heldAt,
    Optional<Retry> retry) {

  /**
   * A redrive that was asked for, and is done by whoever sees it first: from then on there is no
   * way back to skipping.
   *
   * @param epoch in which the holder had failed
   * @param deadline its new one
   */
  public record Retry(long epoch, Instant deadline) {}

  /** Of a key that nobody ever used. */
  public static final OrderState FRESH =
      new OrderState(
          Optional.empty(), "", "", false, 0, Instant.EPOCH, Optional.empty(), Optional.empty());

  public OrderState {
    over = over.compareTo(passed) > 0 ? over : "";
  }

  public static OrderState of(Plan plan) {
    var json = FlatJson.read(plan.state());
    return new OrderState(
        MemberCodec.read(json, plan.lambda(), key(plan)),
        json.find("passed").orElse(""),
        json.find("over").orElse(""),
        json.find("waiting").isPresent(),
        json.find("sequence").map(Long::parseLong).orElse(0L),
        json.find("last").map(OrderState::millis).orElse(Instant.EPOCH),
        json.find("held").map(OrderState::millis),
        json.find("retryEpoch")
            .map(epoch -> new Retry(Long.parseLong(epoch), millis(json.get("retryDeadline")))));
  }

  /** As the row keeps it. */
  public String text() {
    var json = new FlatJson();
    holder.ifPresent(member -> MemberCodec.write(json, member));
    json.put("passed", Optional.of(passed).filter(name -> !name.isEmpty()))
        .put("over", Optional.of(over).filter(name -> !name.isEmpty()))
        .put("waiting", waiting ? Optional.of("yes") : Optional.empty())
        .put("sequence", sequence)
        .put("last", lastAt.toEpochMilli())
        .put("held", heldAt.map(Instant::toEpochMilli))
        .put("retryEpoch", retry.map(Retry::epoch))
        .put("retryDeadline", retry.map(r -> r.deadline().toEpochMilli()));
    return json.toString();
  }

  public static OrderingKey key(Plan plan) {
    return new OrderingKey(plan.name());
  }

  /** What the header of a task of this key names. */
  public static Origin origin(TaskId taskId, LambdaName lambda, OrderingKey key) {
    return MemberCodec.origin(taskId, lambda, key);
  }

  /** One that waits, as a part of its key. */
  public static PlanPart part(Plan plan, Member member, Instant expiresAt) {
    var json = new FlatJson();
    MemberCodec.write(json, member);
    return new PlanPart(plan.id(), member.place().name(), json.toString(), expiresAt);
  }

  public static Member member(Plan plan, PlanPart part) {
    return MemberCodec.read(FlatJson.read(part.body()), plan.lambda(), key(plan)).orElseThrow();
  }

  /** The name from which parts are read: behind all that is over. */
  public String from() {
    var last = last();
    return last.isEmpty() ? "" : last + "-";
  }

  /** The name of the last place that nobody looks at any more. */
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
   * The place of a task that comes now: behind whoever had the turn last, and, if it is due, behind
   * all that were due before it. Whoever had it may have had it before its call wrote the row, so
   * that the row does not count it yet.
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
    return new OrderState(
        holder,
        passed,
        place.name().compareTo(over) > 0 ? over : "",
        waiting,
        Math.max(sequence, place.sequence()),
        due && place.at().isAfter(lastAt) ? place.at() : lastAt,
        heldAt,
        retry);
  }

  OrderState withWaiting(boolean newWaiting) {
    return new OrderState(holder, passed, over, newWaiting, sequence, lastAt, heldAt, retry);
  }

  /** The turn is this one's, and everything up to its place is over. */
  OrderState givenTo(Member member) {
    return new OrderState(
        Optional.of(member),
        later(passed, member.place().name()),
        over,
        waiting,
        sequence,
        lastAt,
        Optional.empty(),
        Optional.empty());
  }

  /** The turn is nobody's, and all that wait up to a place have ended. */
  OrderState free(String overTo) {
    return new OrderState(
        Optional.empty(),
        passed,
        later(over, overTo),
        waiting,
        sequence,
        lastAt,
        Optional.empty(),
        Optional.empty());
  }

  OrderState heldSince(Instant at) {
    return new OrderState(
        holder, passed, over, waiting, sequence, lastAt, Optional.of(at), Optional.empty());
  }

  OrderState retrying(Retry asked) {
    return new OrderState(
        holder, passed, over, waiting, sequence, lastAt, Optional.empty(), Optional.of(asked));
  }

  private static String later(String one, String other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static Instant millis(String text) {
    return Instant.ofEpochMilli(Long.parseLong(text));
  }
}
