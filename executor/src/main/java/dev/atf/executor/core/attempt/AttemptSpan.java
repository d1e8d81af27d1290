package dev.atf.executor.core.attempt;

import dev.atf.executor.FailureCode;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.tracing.Messaging;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Span of one attempt; where attempts are not traced, only the link to the trace that its task
 * comes from. Messages of failures are not recorded: readers of a trace need not have the right to
 * see the task.
 */
record AttemptSpan(Work work, @Nullable Span span) {
  private static final Logger log = LoggerFactory.getLogger(AttemptSpan.class);
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("atf.outcome");

  /**
   * Makes the span the thread's current one while the attempt runs, records the outcome and ends
   * the span.
   */
  AttemptEnd around(Supplier<AttemptEnd> attempt) {
    if (span == null) {
      return attempt.get();
    }
    try {
      var end = within(span).wrapSupplier(attempt).get();
      tell(span, end);
      return end;
    } finally {
      end(span);
    }
  }

  /** Returns headers that continue the trace in calls of other services. */
  Map<String, String> headers() {
    var headers = new HashMap<String, String>();
    W3CTraceContextPropagator.getInstance()
        .inject(trace(), headers, (to, name, value) -> headers.put(name, value));
    return Map.copyOf(headers);
  }

  private Context trace() {
    return span == null ? AttemptSpans.scheduled(work) : within(span);
  }

  private static Context within(Span span) {
    return Context.root().with(span);
  }

  /** Records the outcome. */
  private static void tell(Span span, AttemptEnd end) {
    span.setAttribute(OUTCOME, outcome(end));
    failure(end)
        // A retry that the handler asked for is no error.
        .filter(failure -> !failure.getCode().equals(FailureCode.RETRY_LATER.name()))
        .ifPresent(
            failure ->
                span.setStatus(StatusCode.ERROR)
                    .setAttribute(Messaging.ERROR_TYPE, failure.getCode()));
  }

  private static String outcome(AttemptEnd end) {
    if (end instanceof AttemptEnd.Ended ended) {
      return ended.result().getOutcomeCase().name();
    }
    return end instanceof AttemptEnd.Lost ? "DISCARDED" : "RETURNED";
  }

  private static Optional<Failure> failure(AttemptEnd end) {
    return end instanceof AttemptEnd.Ended ended ? failure(ended.result()) : Optional.empty();
  }

  private static Optional<Failure> failure(AttemptResult result) {
    return switch (result.getOutcomeCase()) {
      case RETRIABLE_FAILURE -> Optional.of(result.getRetriableFailure().getFailure());
      case FATAL_FAILURE -> Optional.of(result.getFatalFailure());
      case SUCCESS, CANCELLED, RETURNED, BLOCKED, EXECUTOR_DIED, OUTCOME_NOT_SET ->
          Optional.empty();
    };
  }

  /** Ends the span. Code of the program may run in it, whose exceptions are logged. */
  private static void end(Span span) {
    try {
      span.end();
    } catch (RuntimeException e) {
      log.warn("a span could not be ended", e);
    }
  }
}
