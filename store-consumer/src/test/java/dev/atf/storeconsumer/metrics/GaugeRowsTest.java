package dev.atf.storeconsumer.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GaugeRowsTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final GaugeRows<String> rows =
      new GaugeRows<>(registry, "waiting", queue -> Tags.of("queue", queue));

  @Test
  void theGaugeOfAKeyThatStaysIsNeverUnregistered() {
    var removed = new ArrayList<String>();
    registry.config().onMeterRemoved(meter -> removed.add(meter.getId().getTag("queue")));

    rows.replace(Map.of("a", 1.0, "b", 2.0));
    rows.replace(Map.of("a", 3.0));

    assertThat(removed).containsExactly("b");
    assertThat(value("a")).isEqualTo(3);
  }

  @Test
  void aKeyThatComesBackHasAGaugeAgain() {
    rows.replace(Map.of("a", 1.0));
    rows.replace(Map.of());
    assertThat(registry.find("waiting").gauges()).isEmpty();

    rows.replace(Map.of("a", 2.0));

    assertThat(value("a")).isEqualTo(2);
  }

  private double value(String queue) {
    return registry.get("waiting").tag("queue", queue).gauge().value();
  }
}
