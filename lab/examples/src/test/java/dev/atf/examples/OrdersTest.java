package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.examples.Orders.Order;
import dev.atf.testkit.AtfExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class OrdersTest {
  @RegisterExtension final AtfExtension atf = AtfExtension.withLambdas(Orders.LAMBDA);

  @Test
  void anOrderIsConfirmedOnce() {
    var orders = new Orders(atf.client());

    assertThat(orders.confirm(new Order("A-1"))).isTrue();
    assertThat(orders.confirm(new Order("A-1"))).isFalse();

    assertThat(atf.onlyTask(Orders.LAMBDA)).hasPayload(new Order("A-1"));
  }
}
