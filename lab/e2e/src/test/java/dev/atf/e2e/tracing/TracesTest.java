package dev.atf.e2e.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.e2e.tracing.SpanCollector.ToldSpan;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.UpEnvironment;
import dev.atf.runtime.Service;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tests of the spans of a task, from the call that schedules it to its last attempt: the real
 * services on the embedded engine, the lambda {@code command} in a process of its own, and {@code
 * ship} in this one.
 */
@Tag("system")
final class TracesTest {
  private static final Logger log = LoggerFactory.getLogger(TracesTest.class);

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CALLER = "00f067aa0ba902b7";

  private static final SpanCollector collector = new SpanCollector();
  private static final JsonLog logged = new JsonLog(TracesTest.class);
  private static final Map<String, Map<String, String>> headersOfAttempts =
      new ConcurrentHashMap<>();
  private static LocalCluster cluster;
  private static ManagedChannel channel;
  private static Service shipping;

  @BeforeAll
  static void start() {
    var tracing =
        Map.of(
            "ATF_TRACING_OTLP_ENDPOINT", collector.uri(), "ATF_TRACING_EXPORT_INTERVAL", "100ms");
    cluster =
        LocalCluster.start(
            LocalClusterOptions.builder()
                .executors(Map.of("command", 1, "ship", 0))
                .pollInterval(Duration.ofMillis(200))
                .environment(UpEnvironment.of(tracing))
                .build());
    var frontend = URI.create(cluster.frontendUri());
    channel =
        ManagedChannelBuilder.forAddress(frontend.getHost(), frontend.getPort())
            .usePlaintext()
            .build();
    var settings = new HashMap<>(tracing);
    settings.put("ATF_LAMBDA", "ship");
    settings.put("ATF_THREADS", "2");
    settings.put("ATF_CONTROLLER_URI", cluster.controllerUri().orElseThrow());
    settings.put("ATF_HSC_URI", cluster.hscUri());
    shipping =
        Worker.builder(ExecutorConfig.from(settings))
            .handle("ship", JsonNode.class, TracesTest::ship)
            .start();
  }

  @AfterAll
  static void stop() {
    shipping.close();
    channel.shutdownNow();
    cluster.close();
    logged.close();
    collector.close();
  }

  /** Fails at first; and schedules the next task, if there is any. */
  private static Outcome ship(JsonNode parcel, TaskContext context) {
    log.warn("shipping taskId={} attempt={}", context.taskId(), context.attempt());
    headersOfAttempts.put(context.taskId() + "/" + context.attempt(), context.traceHeaders());
    if (context.attempt() == 1) {
      return Outcome.retriable("NO_TRUCK", "of the secret depot", Duration.ZERO);
    }
    return parcel.path("return").asBoolean()
        ? Outcome.success(schedule(TaskSpec.of("ship", Map.of()), context.traceHeaders()))
        : Outcome.success();
  }

  private static String schedule(TaskSpec task, Map<String, String> headers) {
    try (var atf = client(headers)) {
      return atf.schedule(task).taskId();
    }
  }

  /** Returns a client that calls in the trace of these headers. */
  private static AtfClient client(Map<String, String> headers) {
    var metadata = new Metadata();
    headers.forEach(
        (name, value) ->
            metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value));
    return AtfClient.builder(
            ClientInterceptors.intercept(
                channel, MetadataUtils.newAttachHeadersInterceptor(metadata)))
        .build();
  }

  private static Map<String, String> caller(boolean sampled) {
    return Map.of("traceparent", "00-%s-%s-%s".formatted(TRACE, CALLER, sampled ? "01" : "00"));
  }

  private static void awaitSuccess(String taskId) {
    try (var atf = client(Map.of())) {
      await().until(() -> atf.get(taskId).isSuccess());
    }
  }

  private static <T> T result(String taskId, Class<T> type) {
    try (var atf = client(Map.of())) {
      return atf.get(taskId).resultAs(type);
    }
  }

  private static Map<String, String> headers(String taskId, String attempt) {
    return Objects.requireNonNull(headersOfAttempts.get(taskId + "/" + attempt));
  }

  private static List<ToldSpan> awaitSpans(String taskId, int count) {
    await().until(() -> collector.of(taskId).size() >= count);
    assertThat(collector.of(taskId)).hasSize(count);
    var inOrder = new ArrayList<>(collector.of(taskId));
    inOrder.sort(Comparator.comparingInt(ToldSpan::attempt));
    return inOrder;
  }

  @Test
  void aTaskIsFollowedFromItsCallToItsLastAttempt() {
    var taskId = schedule(TaskSpec.of("ship", Map.of()), caller(true));

    var spans = awaitSpans(taskId, 3);
    var scheduled = spans.get(0);
    var failed = spans.get(1);
    var succeeded = spans.get(2);
    assertThat(scheduled.service()).isEqualTo("atf-frontend");
    assertThat(scheduled.span().getName()).isEqualTo("schedule ship");
    assertThat(scheduled.span().getKind()).isEqualTo(SpanKind.SPAN_KIND_PRODUCER);
    assertThat(scheduled.traceId()).isEqualTo(TRACE);
    assertThat(scheduled.parent()).isEqualTo(CALLER);
    assertThat(List.of(failed, succeeded))
        .allSatisfy(
            attempt -> {
              assertThat(attempt.service()).isEqualTo("atf-executor");
              assertThat(attempt.span().getName()).isEqualTo("run ship");
              assertThat(attempt.span().getKind()).isEqualTo(SpanKind.SPAN_KIND_CONSUMER);
              assertThat(attempt.parent()).isEmpty();
              assertThat(attempt.links()).containsExactly(scheduled.address());
              assertThat(attempt.attribute("messaging.destination.name")).isEqualTo("ship");
              assertThat(attempt.attribute("atf.priority")).isNotEmpty();
            });
    assertThat(List.of(scheduled.traceId(), failed.traceId(), succeeded.traceId()))
        .doesNotHaveDuplicates();
    assertThat(failed.attribute("atf.outcome")).isEqualTo("RETRIABLE_FAILURE");
    assertThat(failed.attribute("error.type")).isEqualTo("NO_TRUCK");
    assertThat(failed.span().getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
    assertThat(failed.span().toString()).doesNotContain("secret");
    assertThat(succeeded.attribute("atf.outcome")).isEqualTo("SUCCESS");
    assertThat(succeeded.span().getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
  }

  @Test
  void logsAndOutgoingCallsOfAnAttemptNameItsSpan() {
    var taskId = schedule(TaskSpec.of("ship", Map.of()), Map.of());

    var attempts = awaitSpans(taskId, 3).subList(1, 3);

    for (var attempt : attempts) {
      var number = attempt.attribute("atf.attempt");
      assertThat(headers(taskId, number))
          .containsExactly(Map.entry("traceparent", attempt.traceParent()));
      assertThat(logged.ids("taskId", taskId))
          .filteredOn(ids -> ids.path("attempt").asText().equals(number))
          .singleElement()
          .satisfies(
              ids -> {
                assertThat(ids.path("traceId").asText()).isEqualTo(attempt.traceId());
                assertThat(ids.path("spanId").asText()).isEqualTo(attempt.spanId());
              });
    }
  }

  @Test
  void tasksScheduledByAHandlerJoinItsTrace() {
    var first = schedule(TaskSpec.of("ship", Map.of("return", true)), Map.of());
    awaitSuccess(first);
    var attempt = awaitSpans(first, 3).get(2);

    var second = result(first, String.class);
    var scheduled = awaitSpans(second, 3).get(0);

    assertThat(scheduled.traceId()).isEqualTo(attempt.traceId());
    assertThat(scheduled.parent()).isEqualTo(attempt.spanId());
  }

  @Test
  void anotherProcessIsToldOfTheSpanThatItRunsIn() {
    var taskId =
        schedule(
            TaskSpec.of("command", Map.of("argv", List.of("printenv", "TRACEPARENT"))), Map.of());
    awaitSuccess(taskId);
    var attempt = awaitSpans(taskId, 2).get(1);

    assertThat(result(taskId, JsonNode.class).path("stdout").asText())
        .isEqualTo(attempt.traceParent() + "\n");
  }

  @Test
  void exportsNoSpansOfUnsampledTraces() {
    var quiet = schedule(TaskSpec.of("ship", Map.of()), caller(false));
    awaitSuccess(quiet);

    // Later spans of the same processes arrive later.
    awaitSpans(schedule(TaskSpec.of("ship", Map.of()), caller(true)), 3);

    assertThat(collector.of(quiet)).isEmpty();
    assertThat(headers(quiet, "2").get("traceparent")).matches(".*-0[02]");
  }
}
