package dev.atf.executor.core.attempt;

import dev.atf.executor.AttemptTrace;
import dev.atf.executor.FailureCode;
import dev.atf.executor.core.staging.DiskFullException;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.tracing.Messaging;
import dev.atf.runtime.tracing.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spans of attempts, each with a link to the call that scheduled its task, if the label {@code
 * traceparent} names it. Spans may run code of the program. Its exceptions do not fail the attempt.
 */
public record AttemptSpans(Tracing tracing, AttemptTrace belonging) {
  private static final Logger log = LoggerFactory.getLogger(AttemptSpans.class);
  private static final AttributeKey<String> PRIORITY = AttributeKey.stringKey("atf.priority");
  private static final AttributeKey<String> COLLECTION = AttributeKey.stringKey("atf.collection");
  private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("atf.attempt");
  private static final AttributeKey<Long> EPOCH = AttributeKey.longKey("atf.epoch");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("atf.outcome");
  private static final AttributeKey<String> SCHEDULED_AT =
      AttributeKey.stringKey("atf.scheduled_at");

  private static final TextMapGetter<Map<String, String>> LABELS =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> labels) {
          return labels.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> labels, String name) {
          return labels == null ? null : labels.get(name);
        }
      };

  public static final AttemptSpans OFF = new AttemptSpans(Tracing.off(), AttemptTrace.LINKED);

  /** Starts a span now. The caller runs the attempt in the span, which ends with the attempt. */
  AttemptSpan begin(Work work) {
    if (!tracing.isOn()) {
      return new AttemptSpan(work, null);
    }
    try {
      return new AttemptSpan(work, start(work));
    } catch (RuntimeException e) {
      log.warn("no span taskId={} attempt={}", work.getTaskId(), work.getAttempt(), e);
      return new AttemptSpan(work, null);
    }
  }

  private Span start(Work work) {
    var scheduled = scheduled(work);
    var lambda = work.getLambda();
    var span =
        Messaging.on(tracing.tracer().spanBuilder("run " + lambda), "run", "process", lambda)
            .setSpanKind(SpanKind.CONSUMER)
            .setParent(
                switch (belonging) {
                  case LINKED -> Context.root();
                  case CHILD -> scheduled;
                })
            .setAttribute(Messaging.MESSAGE_ID, work.getTaskId())
            .setAttribute(PRIORITY, work.getPriority())
            .setAttribute(ATTEMPT, (long) work.getAttempt())
            .setAttribute(EPOCH, work.getEpoch())
            .setAttribute(SCHEDULED_AT, ProtoTimes.java(work.getScheduledAt()).toString());
    if (!work.getCollection().isEmpty()) {
      span.setAttribute(COLLECTION, work.getCollection());
    }
    var link = Span.fromContext(scheduled).getSpanContext();
    if (link.isValid()) {
      span.addLink(link);
    }
    return span.startSpan();
  }

  /** Returns the context of the call that scheduled the task; the root if the label is absent. */
  private static Context scheduled(Work work) {
    return W3CTraceContextPropagator.getInstance()
        .extract(Context.root(), work.getLabelsMap(), LABELS);
  }

  /**
   * Span of one attempt or, if attempts are not traced, only the link to the trace that its task
   * comes from. Messages of failures are not recorded, because readers of a trace may lack the
   * right to see the task.
   */
  record AttemptSpan(Work work, @Nullable Span span) {
    /** Attempt that runs inside a span. */
    interface Attempt {
      Optional<AttemptResult> run() throws DiskFullException;
    }

    /**
     * Makes the span the thread's current one while the attempt runs, records the outcome and ends
     * the span.
     */
    @SuppressWarnings("try") // The scope lasts as long as the attempt.
    Optional<AttemptResult> around(Attempt attempt) throws DiskFullException {
      if (span == null) {
        return attempt.run();
      }
      try (var ignored = within(span).makeCurrent()) {
        var result = attempt.run();
        setOutcome(span, result);
        return result;
      } catch (DiskFullException e) {
        span.setAttribute(OUTCOME, "RETURNED");
        throw e;
      } finally {
        end(span);
      }
    }

    /** Returns headers that continue the trace in calls of other services. */
    Map<String, String> headers() {
      var headers = new HashMap<String, String>();
      W3CTraceContextPropagator.getInstance()
          .inject(
              span == null ? scheduled(work) : within(span),
              headers,
              (to, name, value) -> headers.put(name, value));
      return Map.copyOf(headers);
    }

    private static void setOutcome(Span span, Optional<AttemptResult> result) {
      span.setAttribute(
          OUTCOME, result.map(some -> some.getOutcomeCase().name()).orElse("DISCARDED"));
      result
          .flatMap(AttemptSpan::failure)
          // A retry that the handler asked for is not an error.
          .filter(failure -> !failure.getCode().equals(FailureCode.RETRY_LATER.name()))
          .ifPresent(
              failure ->
                  span.setStatus(StatusCode.ERROR)
                      .setAttribute(Messaging.ERROR_TYPE, failure.getCode()));
    }

    private static Context within(Span span) {
      return Context.root().with(span);
    }

    private static Optional<Failure> failure(AttemptResult result) {
      return switch (result.getOutcomeCase()) {
        case RETRIABLE_FAILURE -> Optional.of(result.getRetriableFailure().getFailure());
        case FATAL_FAILURE -> Optional.of(result.getFatalFailure());
        case SUCCESS, CANCELLED, RETURNED, BLOCKED, EXECUTOR_DIED, OUTCOME_NOT_SET ->
            Optional.empty();
      };
    }

    /** Ends the span. This may run code of the program, whose exceptions are only logged. */
    private static void end(Span span) {
      try {
        span.end();
      } catch (RuntimeException e) {
        log.warn("a span could not be ended", e);
      }
    }
  }
}
