package dev.atf.runtime.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.Server;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests the delivery and sampling of the spans of a process. */
final class TracingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ProcessName NAME = new ProcessName("host", 7);

  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

  record Settings(TracingConfig tracing) {}

  private static TracingConfig read(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of())
        .load(new Settings(TracingConfig.OFF), Optional.empty())
        .tracing();
  }

  private static TracingConfig to(String endpoint, double ratio) {
    return new TracingConfig(endpoint, ratio, Duration.ofSeconds(30));
  }

  private Tracing tracing(TracingConfig config) {
    return OtlpTracing.of("atf-test", config, NAME, metrics);
  }

  private double counted(String result) {
    return metrics.get("atf.tracing.spans").tag("result", result).counter().count();
  }

  @Test
  void endpointSwitchesTracingOn() {
    var on =
        read(
            Map.of(
                "ATF_TRACING_OTLP_ENDPOINT", "http://127.0.0.1:4318",
                "ATF_TRACING_SAMPLE_RATIO", "0.25"));

    assertThat(on)
        .isEqualTo(new TracingConfig("http://127.0.0.1:4318", 0.25, Duration.ofSeconds(5)));
    assertThat(on.isOn()).isTrue();
    assertThat(read(Map.of()).isOn()).isFalse();
  }

  @Test
  void settingsThatMeanNothingAreRefused() {
    assertThatThrownBy(() -> read(Map.of("ATF_TRACING_SAMPLE_RATIO", "1.5")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("sampleRatio: 1.5 (expected: 0 to 1)");
    assertThatThrownBy(() -> read(Map.of("ATF_TRACING_OTLP_ENDPOINT", "collector:4317")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("otlpEndpoint: collector:4317");
  }

  @Test
  void switchedOffItMakesNoSpanAndHandsOnWhatItsCallerSaid() {
    try (var off = tracing(TracingConfig.OFF)) {
      var callers = span("0af7651916cd43dd8448eb211c80319c", true);

      var alone = off.tracer().spanBuilder("a").setNoParent().startSpan();
      var below = off.tracer().spanBuilder("b").setParent(Context.root().with(callers)).startSpan();

      assertThat(off.isOn()).isFalse();
      assertThat(alone.getSpanContext().isValid()).isFalse();
      assertThat(below.getSpanContext()).isEqualTo(callers.getSpanContext());
      assertThat(metrics.getMeters()).isEmpty();
    }
  }

  @Test
  void closeDeliversRemainingSpans() {
    var path = new AtomicReference<String>();
    try (var collector =
        Server.builder()
            .http(0)
            .service(
                "prefix:/",
                (context, request) -> {
                  path.set(context.path());
                  return HttpResponse.of(
                      request.aggregate().thenApply(all -> HttpResponse.of(HttpStatus.OK)));
                })
            .build()) {
      collector.start().join();
      var tracing = tracing(to("http://127.0.0.1:" + collector.activeLocalPort() + "/otlp/", 1));

      tracing.tracer().spanBuilder("a").startSpan().end();
      tracing.close();

      // On a slow machine close does not wait for it.
      await().atMost(PATIENCE).until(() -> counted("delivered") == 1);
      assertThat(path.get()).isEqualTo("/otlp/v1/traces");
      assertThat(counted("lost")).isZero();
    }
  }

  @Test
  void countsRefusedSpansAsLost() {
    try (var collector =
        Server.builder()
            .http(0)
            .service("prefix:/", (context, request) -> HttpResponse.of(HttpStatus.BAD_REQUEST))
            .build()) {
      collector.start().join();
      var tracing = tracing(to("http://127.0.0.1:" + collector.activeLocalPort(), 1));

      tracing.tracer().spanBuilder("a").startSpan().end();
      tracing.close();

      await().atMost(PATIENCE).until(() -> counted("lost") == 1);
      assertThat(counted("delivered")).isZero();
    }
  }

  @Test
  void linkedSpanFollowsTheSamplingOfItsLink() {
    try (var never = tracing(to("http://127.0.0.1:1", 0));
        var always =
            OtlpTracing.of(
                "atf-test", to("http://127.0.0.1:1", 1), NAME, new SimpleMeterRegistry())) {
      assertThat(linked(never, true).isSampled()).isTrue();
      assertThat(linked(always, false).isSampled()).isFalse();
      assertThat(alone(never).isSampled()).isFalse();
      assertThat(alone(always).isSampled()).isTrue();
    }
  }

  @Test
  void childSpanFollowsTheSamplingOfItsParent() {
    try (var never = tracing(to("http://127.0.0.1:1", 0))) {
      var parent = Context.root().with(span("0af7651916cd43dd8448eb211c80319c", true));

      var span = never.tracer().spanBuilder("a").setParent(parent).startSpan();

      assertThat(span.getSpanContext().isSampled()).isTrue();
    }
  }

  private static SpanContext alone(Tracing tracing) {
    return tracing.tracer().spanBuilder("a").setNoParent().startSpan().getSpanContext();
  }

  private static SpanContext linked(Tracing tracing, boolean sampled) {
    return tracing
        .tracer()
        .spanBuilder("a")
        .setNoParent()
        .addLink(span("4bf92f3577b34da6a3ce929d0e0e4736", sampled).getSpanContext())
        .startSpan()
        .getSpanContext();
  }

  private static Span span(String trace, boolean sampled) {
    return Span.wrap(
        SpanContext.createFromRemoteParent(
            trace,
            "b7ad6b7169203331",
            sampled ? TraceFlags.getSampled() : TraceFlags.getDefault(),
            TraceState.getDefault()));
  }
}
