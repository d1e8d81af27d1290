package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.origin.OrderingKey;
import dev.atf.plans.order.OrderRow;
import dev.atf.plans.order.OrderState;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.OrderCodec;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.ManualClock;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Outcomes of plans that operators see. */
final class PlanOutcomeTest {
  private static final Instant NOW = ManualClock.START;
  private static final OrderingKey KEY = new OrderingKey("k");

  private final Plan key =
      Plan.fresh(
          PlanId.of(ConsumerRig.LAMBDA, KEY),
          PlanKind.ORDER,
          ConsumerRig.LAMBDA,
          KEY.value(),
          1,
          NOW);

  @Test
  void aKeyThatComesToBeHeldIsToldOnce() {
    var free = with(key, OrderState.FRESH);
    var held = free.next(with(key, held()).state(), NOW);

    assertThat(PlanOutcome.of(free, held)).contains("held");
    assertThat(PlanOutcome.of(held, held)).isEmpty();
    assertThat(PlanOutcome.of(held, held.next(held.state(), null))).isEmpty();
    assertThat(PlanOutcome.of(held, held.next(free.state(), NOW))).isEmpty();
  }

  private static Plan with(Plan plan, OrderState state) {
    return OrderCodec.write(new OrderRow(plan.with(plan.state(), NOW), state));
  }

  private static OrderState held() {
    return new OrderState(
        Optional.empty(), "", "", true, 1, NOW, Optional.of(NOW), Optional.empty());
  }

  @Test
  void uninterestingChangesHaveNoOutcome() {
    var free = with(key, OrderState.FRESH);

    assertThat(PlanOutcome.of(free, free.next(free.state(), null))).isEqualTo(Optional.empty());
  }
}
