package dev.atf.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.FakeServers;
import dev.atf.protocol.v1.AttemptResult;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the spans of attempts with and without the program's own OpenTelemetry. */
final class AttemptTraceTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CALLER = "00f067aa0ba902b7";
  private static final String SCHEDULED = "00-" + TRACE + "-" + CALLER + "-01";

  private static final FakeServers servers = new FakeServers(new FakeCluster());

  private final FakeCluster cluster = servers.serveAnother();
  private final InMemorySpanExporter ended = InMemorySpanExporter.create();
  private final OpenTelemetry programs =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(ended))
                  .build())
          .build();
  private final List<Map<String, String>> headers = new CopyOnWriteArrayList<>();
  private final List<SpanContext> current = new CopyOnWriteArrayList<>();

  /** Sampler of a program, which throws. */
  private static final class Broken implements Sampler {
    @Override
    public SamplingResult shouldSample(
        Context parent,
        String traceId,
        String name,
        SpanKind kind,
        Attributes attributes,
        List<LinkData> links) {
      throw new IllegalStateException("out of spans");
    }

    @Override
    public String getDescription() {
      return "broken";
    }
  }

  @AfterAll
  static void stopServers() {
    servers.close();
  }

  private AttemptResult run(
      String payload,
      Map<String, String> labels,
      AttemptTrace belonging,
      UnaryOperator<WorkerBuilder> change) {
    var config =
        ExecutorConfig.from(
            Map.of(
                "ATF_CONTROLLER_URI", servers.uri(),
                "ATF_HSC_URI", servers.uri(),
                "ATF_ATTEMPT_TRACE", belonging.name(),
                "ATF_THREADS", "1"));
    var worker =
        Worker.builder(config)
            .handle(
                "ship",
                JsonNode.class,
                (parcel, context) -> {
                  headers.add(context.traceHeaders());
                  current.add(Span.current().getSpanContext());
                  if (parcel.path("early").asBoolean()) {
                    return Outcome.retryLater(Duration.ofMinutes(5));
                  }
                  return parcel.path("heavy").asBoolean()
                      ? Outcome.fatal("TOO_HEAVY", "42 kg")
                      : Outcome.success();
                });
    cluster.queue.add(
        FakeCluster.work("a", "ship", payload).toBuilder().putAllLabels(labels).build());
    try (var service = change.apply(worker).start()) {
      await().until(() -> cluster.recorded.size() == 1);
      assertThat(service.port()).isPositive();
    }
    return cluster.recorded.values().iterator().next();
  }

  private SpanData traced(String payload, AttemptTrace belonging) {
    run(
        payload,
        Map.of("traceparent", SCHEDULED),
        belonging,
        worker -> worker.openTelemetry(programs));
    assertThat(ended.getFinishedSpanItems()).hasSize(1);
    return ended.getFinishedSpanItems().get(0);
  }

  private static String attribute(SpanData span, String name) {
    return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
  }

  @Test
  void anAttemptBeginsATraceWithALinkToWhereItsTaskComesFrom() {
    var span = traced("{}", AttemptTrace.LINKED);

    assertThat(span.getName()).isEqualTo("run ship");
    assertThat(span.getTraceId()).isNotEqualTo(TRACE);
    assertThat(span.getParentSpanContext().isValid()).isFalse();
    assertThat(span.getLinks())
        .singleElement()
        .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(CALLER));
    assertThat(attribute(span, "messaging.message.id")).isEqualTo("a");
    assertThat(attribute(span, "atf.outcome")).isEqualTo("SUCCESS");
  }

  @Test
  void orGoesOnInTheTraceOfItsTask() {
    var span = traced("{}", AttemptTrace.CHILD);

    assertThat(span.getTraceId()).isEqualTo(TRACE);
    assertThat(span.getParentSpanId()).isEqualTo(CALLER);
    assertThat(span.getLinks()).hasSize(1);
  }

  @Test
  void handlersAreInTheSpanAndCanHandItOn() {
    var span = traced("{}", AttemptTrace.LINKED);

    assertThat(current).containsExactly(span.getSpanContext());
    assertThat(headers)
        .containsExactly(
            Map.of(
                "traceparent",
                String.join(
                    "-",
                    "00",
                    span.getTraceId(),
                    span.getSpanId(),
                    span.getSpanContext().getTraceFlags().asHex())));
  }

  @Test
  @Tag("T13")
  void aFailureIsAnErrorWithItsCodeAndWithoutItsWords() {
    var span = traced("{\"heavy\":true}", AttemptTrace.LINKED);

    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(attribute(span, "error.type")).isEqualTo("TOO_HEAVY");
    assertThat(attribute(span, "atf.outcome")).isEqualTo("FATAL_FAILURE");
    assertThat(span.toString()).doesNotContain("42 kg");
  }

  @Test
  void retryLaterIsNoSpanError() {
    var span = traced("{\"early\":true}", AttemptTrace.LINKED);

    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(attribute(span, "atf.outcome")).isEqualTo("RETRIABLE_FAILURE");
    assertThat(attribute(span, "error.type")).isEqualTo("null");
  }

  @Test
  void anAttemptWhoseHandlerIsNotCalledHasASpanToo() {
    var span = traced("not JSON", AttemptTrace.LINKED);

    assertThat(current).isEmpty();
    assertThat(attribute(span, "error.type")).isEqualTo("PAYLOAD_UNREADABLE");
  }

  @Test
  void withoutTracingAHandlerStillKnowsTheTraceOfItsTask() {
    run("{}", Map.of("traceparent", SCHEDULED), AttemptTrace.LINKED, worker -> worker);

    assertThat(headers).containsExactly(Map.of("traceparent", SCHEDULED));
    assertThat(current).containsExactly(SpanContext.getInvalid());
  }

  @Test
  void ignoresMalformedTraceparents() {
    run("{}", Map.of("traceparent", "mine\r\nX: y"), AttemptTrace.LINKED, worker -> worker);

    assertThat(headers).containsExactly(Map.of());
  }

  @Test
  void noFailureOfTheProgramsTracingIsOneOfTheAttempt() {
    var broken =
        OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder().setSampler(new Broken()).build())
            .build();

    var result = run("{}", Map.of(), AttemptTrace.LINKED, worker -> worker.openTelemetry(broken));

    assertThat(result.hasSuccess()).isTrue();
    assertThat(headers).containsExactly(Map.of());
  }
}
