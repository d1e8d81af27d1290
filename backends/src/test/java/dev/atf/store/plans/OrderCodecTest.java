package dev.atf.store.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.plans.order.OrderRow;
import dev.atf.plans.order.OrderState;
import dev.atf.plans.order.Place;
import dev.atf.plans.row.Bytes;
import dev.atf.store.StoredValues;
import org.junit.jupiter.api.Test;

final class OrderCodecTest {
  @Test
  void roundTripsStates() {
    for (var state : new OrderState[] {OrderState.FRESH, StoredValues.order()}) {
      var plan = OrderCodec.write(new OrderRow(StoredValues.orderPlan(), state));

      assertThat(OrderCodec.read(plan)).isEqualTo(new OrderRow(plan, state));
    }
  }

  @Test
  void keyThatWasNeverUsedIsFresh() {
    assertThat(OrderCodec.state(StoredValues.orderPlan())).isEqualTo(OrderState.FRESH);
  }

  @Test
  void aPartSaysAllOfItsTask() {
    var member = StoredValues.waiting();

    var part = OrderCodec.part(StoredValues.orderPlan(), member, StoredValues.NOW);

    assertThat(OrderCodec.member(StoredValues.orderPlan(), part)).isEqualTo(member);
    assertThat(part.name()).isEqualTo(member.place().name());
    assertThat(Place.of(part.name())).isEqualTo(member.place());
  }

  @Test
  void theRowOfAKeyIsFarBelowOneUnit() {
    var plan = OrderCodec.write(new OrderRow(StoredValues.orderPlan(), StoredValues.order()));

    assertThat(plan.state().length()).isLessThan(250);
  }

  @Test
  void refusesWhatIsNoState() {
    var broken = StoredValues.orderPlan().with(new Bytes(new byte[] {10, 99}), null);

    assertThatThrownBy(() -> OrderCodec.read(broken))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(broken.id().value());
  }
}
