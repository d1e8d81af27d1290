package dev.atf.plans.order;

import dev.atf.plans.row.Plan;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Row of an ordering key with its state, either as it was read or as a decision wants it to be. A
 * codec of the store reads and writes it.
 *
 * @param plan row, whose bytes are those of the version that was read until the state is written
 *     into them
 * @param state state that replaces these bytes
 */
public record OrderRow(Plan plan, OrderState state) {
  @Nullable Instant alarmAt() {
    return plan.alarmAt();
  }

  OrderRow next(OrderState newState, @Nullable Instant newAlarmAt) {
    return new OrderRow(plan.next(plan.state(), newAlarmAt), newState);
  }

  OrderRow with(OrderState newState, @Nullable Instant newAlarmAt) {
    return new OrderRow(plan.with(plan.state(), newAlarmAt), newState);
  }

  OrderRow withListed(boolean newListed) {
    return new OrderRow(plan.withListed(newListed), state);
  }

  OrderRow withExpiresAt(@Nullable Instant at) {
    return new OrderRow(plan.withExpiresAt(at), state);
  }
}
