package dev.atf.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.server.Instruments;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the instruments of a process that has this library. */
final class ServiceInstrumentsTest {
  @Test
  void findsServiceInstrumentsOnTheClassPath() {
    var instruments = Instruments.find();
    var traces = new TracingConfig("http://127.0.0.1:1", 0, Duration.ofSeconds(5));

    assertThat(instruments).isInstanceOf(ServiceInstruments.class);
    try (var tracing = instruments.tracing("atf-test", traces, new ProcessName("host", 7))) {
      assertThat(tracing.isOn()).isTrue();
    }
  }

  @Test
  void keepsNoPercentilesOfCalls() {
    var registry = ServiceMeters.registry();
    for (var name : List.of("atf.rpc.total.duration", "atf.other")) {
      Timer.builder(name).publishPercentiles(0.5).register(registry).record(Duration.ofMillis(3));
    }

    assertThat(registry.scrape())
        .contains("atf_rpc_total_duration_seconds_count 1")
        .doesNotContain("atf_rpc_total_duration_seconds{")
        .contains("atf_other_seconds{quantile=");
  }
}
