package dev.atf.frontend.schedule;

import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.model.LambdaName;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.runtime.tracing.Messaging;
import dev.atf.runtime.tracing.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Spans of calls that schedule tasks, in the trace that the caller names by <a
 * href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a>. While the call is served, its
 * span is the current span of the thread; if tracing is off, the caller's span is current. The task
 * keeps the span as a label, so that its executor can link its own trace to it at any later time.
 * The label is not part of the request.
 */
@Singleton
public final class ScheduleSpans {
  /** Label with the span of the call that scheduled a task. */
  public static final String LABEL = "traceparent";

  private static final AttributeKey<Boolean> CREATED = AttributeKey.booleanKey("atf.created");
  private static final AttributeKey<Long> REFUSED = AttributeKey.longKey("atf.batch.refused_count");

  private static final TextMapGetter<RequestHeaders> HEADERS =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(RequestHeaders headers) {
          return headers.names().stream().map(Object::toString).toList();
        }

        @Override
        public @Nullable String get(@Nullable RequestHeaders headers, String name) {
          return headers == null ? null : headers.get(name);
        }
      };

  private final Tracer tracer;

  @Inject
  ScheduleSpans(Tracing tracing) {
    this.tracer = tracing.tracer();
  }

  /** Runs a call for one task within a span. */
  ScheduleResponse one(LambdaName lambda, Supplier<ScheduleResponse> call) {
    return around(
        lambda,
        call,
        (span, response) ->
            span.setAttribute(Messaging.MESSAGE_ID, response.getTaskId())
                .setAttribute(CREATED, response.getCreated()));
  }

  /** Runs a batch within one span, to which all of its tasks link. */
  List<ScheduleBatchResult> many(LambdaName lambda, Supplier<List<ScheduleBatchResult>> call) {
    return around(
        lambda,
        call,
        (span, results) ->
            span.setAttribute(Messaging.BATCH_MESSAGE_COUNT, (long) results.size())
                .setAttribute(
                    REFUSED, results.stream().filter(ScheduleBatchResult::hasError).count()));
  }

  private <T> T around(LambdaName lambda, Supplier<T> call, BiConsumer<Span, T> record) {
    var name = lambda.value();
    var callers = callers();
    var span =
        Messaging.on(tracer.spanBuilder("schedule " + name), "schedule", "send", name)
            .setSpanKind(SpanKind.PRODUCER)
            .setParent(callers)
            .startSpan();
    try {
      var result = callers.with(span).wrapSupplier(call).get();
      record.accept(span, result);
      return result;
    } catch (RuntimeException e) {
      span.setStatus(StatusCode.ERROR).setAttribute(Messaging.ERROR_TYPE, typeOf(e));
      throw e;
    } finally {
      span.end();
    }
  }

  private static Context callers() {
    return ServiceRequestContext.mapCurrent(
        context ->
            W3CTraceContextPropagator.getInstance()
                .extract(Context.root(), context.request().headers(), HEADERS),
        Context::root);
  }

  private static String typeOf(RuntimeException error) {
    return RpcErrors.reasonOf(error).map(Enum::name).orElseGet(() -> error.getClass().getName());
  }

  /** Returns the entity with this thread's current span, unless its labels already name one. */
  static TaskEntity labelled(TaskEntity entity) {
    if (!Span.current().getSpanContext().isValid() || entity.labels().containsKey(LABEL)) {
      return entity;
    }
    var labels = new HashMap<>(entity.labels());
    W3CTraceContextPropagator.getInstance().inject(Context.current(), labels, ScheduleSpans::put);
    return entity.withLabels(labels);
  }

  /**
   * Puts a label without the trace state of vendors, which has up to half a kilobyte and is not
   * worth its write units.
   */
  private static void put(@Nullable Map<String, String> labels, String name, String value) {
    if (labels != null && name.equals(LABEL)) {
      labels.put(name, value);
    }
  }
}
