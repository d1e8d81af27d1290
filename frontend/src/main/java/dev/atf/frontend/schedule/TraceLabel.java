package dev.atf.frontend.schedule;

import dev.atf.model.task.TaskEntity;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Span that a task comes from, kept with it as a label in the form of <a
 * href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a>, so that the task's executor,
 * at whatever time, can link its own trace to it; it is no part of the request.
 */
public final class TraceLabel {
  public static final String NAME = "traceparent";

  private TraceLabel() {}

  /** Returns the entity with this thread's current span, unless its own labels name one. */
  static TaskEntity keptWith(TaskEntity entity) {
    boolean traced = Span.current().getSpanContext().isValid();
    return traced && !entity.labels().containsKey(NAME) ? labelled(entity) : entity;
  }

  private static TaskEntity labelled(TaskEntity entity) {
    var labels = new HashMap<>(entity.labels());
    W3CTraceContextPropagator.getInstance().inject(Context.current(), labels, TraceLabel::put);
    return entity.withLabels(labels);
  }

  /**
   * Puts a label, without the additions of vendors: up to half a kilobyte, they are not worth their
   * write units.
   */
  private static void put(@Nullable Map<String, String> labels, String name, String value) {
    if (labels != null && name.equals(NAME)) {
      labels.put(name, value);
    }
  }
}
