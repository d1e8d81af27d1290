package dev.atf.runtime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the text equals that of Prometheus's own registry. */
final class MetricsTextTest {
  private static void fill(MeterRegistry metrics) {
    for (var outcome : List.of("SUCCESS", "a \"b\"\\c")) {
      Counter.builder("atf.attempts")
          .description("attempts that ended")
          .tag("outcome", outcome)
          .register(metrics)
          .increment(3);
    }
    Counter.builder("atf.bytes.total").baseUnit("bytes").register(metrics).increment();
    Gauge.builder("atf.attempts.held", () -> 7).register(metrics);
    Gauge.builder("atf.heap", () -> 0.5).baseUnit("bytes").tag("area.of", "x").register(metrics);
    Timer.builder("atf.call").tag("to", "hsc").register(metrics).record(Duration.ofSeconds(2));
    DistributionSummary.builder("atf.batch").register(metrics).record(4);
  }

  private static List<String> lines(String text) {
    return text.lines().map(String::strip).sorted().toList();
  }

  @Test
  void namesTagsAndValuesAreThoseOfTheRegistryOfPrometheus() {
    var light = new SimpleMeterRegistry();
    var prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    fill(light);
    fill(prometheus);

    assertThat(lines(MetricsText.of(light))).isEqualTo(lines(prometheus.scrape()));
  }
}
