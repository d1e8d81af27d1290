package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.rpc.Status;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.runtime.tracing.Tracing;
import io.grpc.StatusRuntimeException;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Spans that a collector receives for calls that schedule tasks. */
final class ScheduleSpansTest {
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final TaskId TASK = TaskId.random(new Random(7));

  private final InMemorySpanExporter ended = InMemorySpanExporter.create();
  private final ScheduleSpans spans =
      new ScheduleSpans(
          Tracing.by(
              OpenTelemetrySdk.builder()
                  .setTracerProvider(
                      SdkTracerProvider.builder()
                          .addSpanProcessor(SimpleSpanProcessor.create(ended))
                          .build())
                  .build()));

  private SpanData onlySpan() {
    assertThat(ended.getFinishedSpanItems()).hasSize(1);
    return ended.getFinishedSpanItems().get(0);
  }

  @Test
  void aCallIsTheCurrentSpanWhileItIsServedAndNamesItsTask() {
    var seen = new ArrayList<SpanContext>();

    var response =
        spans.one(
            LAMBDA,
            () -> {
              seen.add(Span.current().getSpanContext());
              return ScheduleResponse.newBuilder().setTaskId(TASK.value()).setCreated(true).build();
            });

    assertThat(response.getTaskId()).isEqualTo(TASK.value());
    assertThat(seen).containsExactly(onlySpan().getSpanContext());
    assertThat(Span.current().getSpanContext().isValid()).isFalse();
    assertThat(onlySpan().getName()).isEqualTo("schedule resize");
    assertThat(onlySpan().getKind()).isEqualTo(SpanKind.PRODUCER);
    assertThat(onlySpan().getAttributes().get(AttributeKey.stringKey("messaging.message.id")))
        .isEqualTo(TASK.value());
    assertThat(onlySpan().getAttributes().get(AttributeKey.booleanKey("atf.created"))).isTrue();
  }

  @Test
  void aBatchIsOneSpanThatCountsItsTasks() {
    var taken = ScheduleBatchResult.newBuilder().setTaskId(TASK.value()).build();
    var refused = ScheduleBatchResult.newBuilder().setError(Status.getDefaultInstance()).build();

    var results = spans.many(LAMBDA, () -> List.of(taken, refused, taken));

    assertThat(results).hasSize(3);
    var attributes = onlySpan().getAttributes();
    assertThat(attributes.get(AttributeKey.longKey("messaging.batch.message_count"))).isEqualTo(3);
    assertThat(attributes.get(AttributeKey.longKey("atf.batch.refused_count"))).isEqualTo(1);
  }

  @Test
  void aRefusalIsAnErrorWithItsReason() {
    assertThatThrownBy(
            () ->
                spans.one(
                    LAMBDA,
                    () -> {
                      throw RpcErrors.of(ErrorReason.STORE_UNAVAILABLE, "of the secret table");
                    }))
        .isInstanceOf(StatusRuntimeException.class);

    assertThat(onlySpan().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(onlySpan().getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo("STORE_UNAVAILABLE");
    assertThat(onlySpan().toString()).doesNotContain("secret");
  }

  @Test
  void unexpectedExceptionSetsItsClassAsErrorType() {
    assertThatThrownBy(
            () ->
                spans.one(
                    LAMBDA,
                    () -> {
                      throw new IllegalStateException("odd");
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(onlySpan().getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo("java.lang.IllegalStateException");
  }
}
