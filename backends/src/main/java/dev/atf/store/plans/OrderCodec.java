package dev.atf.store.plans;

import dev.atf.model.Priority;
import dev.atf.model.route.RoutedBy;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.order.Member;
import dev.atf.plans.order.OrderRow;
import dev.atf.plans.order.OrderState;
import dev.atf.plans.order.Place;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.codec.OriginCodec;
import dev.atf.store.codec.RouteCodec;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.plans.StoredPlans;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ordering keys as the states of their plans, and the tasks that wait for a key as its parts. */
public final class OrderCodec {
  private OrderCodec() {}

  /**
   * Reads a key.
   *
   * @throws UnreadablePlanException if this process cannot interpret the state
   */
  public static OrderRow read(Plan plan) {
    return new OrderRow(plan, state(plan));
  }

  /**
   * Reads the state of a key.
   *
   * @throws UnreadablePlanException if this process cannot interpret it
   */
  public static OrderState state(Plan plan) {
    return PlanBytes.read(plan, StoredPlans.Order.parser(), order -> state(plan, order));
  }

  /** Returns the plan of a row, with the row's state. */
  public static Plan write(OrderRow row) {
    var plan = row.plan();
    return plan.with(PlanBytes.of(message(row.state()), plan.state()), plan.alarmAt());
  }

  /** Returns a waiting task as a part of its key. */
  public static PlanPart part(Plan plan, Member member, Instant expiresAt) {
    return new PlanPart(plan.id(), member.place().name(), PlanBytes.of(message(member)), expiresAt);
  }

  /**
   * Reads a waiting task.
   *
   * @throws UnreadablePlanException if the part is not a task of an ordering key
   */
  public static Member member(Plan plan, PlanPart part) {
    try {
      return member(plan, PlanBytes.read(StoredPlans.OrderMember.parser(), part.body(), part));
    } catch (RuntimeException e) {
      throw new UnreadablePlanException(plan, e);
    }
  }

  private static StoredPlans.Order message(OrderState state) {
    var order =
        StoredPlans.Order.newBuilder()
            .setWaiting(state.waiting())
            .setSequence(state.sequence())
            .setLastAt(state.lastAt().toEpochMilli());
    state.holder().ifPresent(member -> order.setHolder(message(member)));
    if (!state.passed().isEmpty()) {
      order.setPassed(message(Place.of(state.passed())));
    }
    if (!state.over().isEmpty()) {
      order.setOver(message(Place.of(state.over())));
    }
    state.heldAt().ifPresent(at -> order.setHeldAt(at.toEpochMilli()));
    state
        .retry()
        .ifPresent(
            retry ->
                order
                    .getRetryBuilder()
                    .setEpoch(retry.epoch())
                    .setDeadline(retry.deadline().toEpochMilli()));
    return order.build();
  }

  private static OrderState state(Plan plan, StoredPlans.Order order) {
    return new OrderState(
        order.hasHolder() ? Optional.of(member(plan, order.getHolder())) : Optional.empty(),
        order.hasPassed() ? place(order.getPassed()).name() : "",
        order.hasOver() ? place(order.getOver()).name() : "",
        order.getWaiting(),
        order.getSequence(),
        Instant.ofEpochMilli(order.getLastAt()),
        order.hasHeldAt() ? Optional.of(Instant.ofEpochMilli(order.getHeldAt())) : Optional.empty(),
        order.hasRetry()
            ? Optional.of(
                new OrderState.Retry(
                    order.getRetry().getEpoch(),
                    Instant.ofEpochMilli(order.getRetry().getDeadline())))
            : Optional.empty());
  }

  private static StoredPlans.OrderMember message(Member member) {
    var header = member.header();
    @Nullable Instant keepUntil = header.keepUntil();
    @Nullable Parent parent = header.parent();
    var message =
        StoredPlans.OrderMember.newBuilder()
            .setPlace(message(member.place()))
            .setPriority(header.priority().value())
            .setCollection(StoredIds.of(header.collection()))
            .setShard(header.shard())
            .setFairnessKey(StoredIds.of(header.fairnessKey()))
            .setCreatedAt(header.createdAt().toEpochMilli())
            .setScheduledAt(header.scheduledAt().toEpochMilli())
            .setDeadline(header.deadline().toEpochMilli());
    if (keepUntil != null) {
      message.setKeepUntil(keepUntil.getEpochSecond());
    }
    if (parent != null) {
      message.setParent(OriginCodec.write(parent));
    }
    @Nullable RoutedBy routedBy = header.routedBy();
    if (routedBy != null) {
      message.setRoutedBy(RouteCodec.write(routedBy));
    }
    return message.build();
  }

  private static Member member(Plan plan, StoredPlans.OrderMember member) {
    var place = place(member.getPlace());
    return new Member(
        place,
        new TaskHeader(
            place.taskId(),
            plan.lambda(),
            new Priority(member.getPriority()),
            StoredIds.collection(member.getCollection()),
            member.getShard(),
            Instant.ofEpochMilli(member.getCreatedAt()),
            Instant.ofEpochMilli(member.getScheduledAt()),
            Instant.ofEpochMilli(member.getDeadline()),
            member.hasKeepUntil() ? Instant.ofEpochSecond(member.getKeepUntil()) : null,
            OrderState.key(plan).origin(place.taskId(), plan.lambda()),
            member.hasParent() ? OriginCodec.read(member.getParent()) : null,
            null,
            StoredIds.fairnessKey(member.getFairnessKey()),
            member.hasRoutedBy() ? RouteCodec.read(member.getRoutedBy()) : null));
  }

  private static StoredPlans.OrderPlace message(Place place) {
    return StoredPlans.OrderPlace.newBuilder()
        .setTaskId(StoredIds.of(place.taskId()))
        .setAt(place.at().toEpochMilli())
        .setSequence(place.sequence())
        .build();
  }

  private static Place place(StoredPlans.OrderPlace place) {
    return new Place(
        Instant.ofEpochMilli(place.getAt()),
        place.getSequence(),
        StoredIds.taskId(place.getTaskId()));
  }
}
