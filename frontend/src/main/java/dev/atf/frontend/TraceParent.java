package dev.atf.frontend;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.model.TaskEntity;
import java.util.HashMap;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The trace that a call is part of, by <a href="https://www.w3.org/TR/trace-context/">W3C Trace
 * Context</a>. It is kept with the task as a label, so that whoever runs the task, at whatever
 * time, can link its own trace to it; it is no part of what the request asked for.
 */
final class TraceParent {
  static final String NAME = "traceparent";

  /** Of version 00; a trace or a span of zeros is none. */
  private static final Pattern FORM =
      Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private TraceParent() {}

  /** The entity with the trace of this thread's call, unless its own labels name one. */
  static TaskEntity keptWith(TaskEntity entity) {
    return ofThisCall()
        .filter(trace -> !entity.labels().containsKey(NAME))
        .map(trace -> labelled(entity, trace))
        .orElse(entity);
  }

  private static Optional<String> ofThisCall() {
    return ServiceRequestContext.mapCurrent(
            context -> Optional.of(context.request().headers().get(NAME, "")),
            Optional::<String>empty)
        .filter(trace -> FORM.matcher(trace).matches());
  }

  private static TaskEntity labelled(TaskEntity entity, String trace) {
    var labels = new HashMap<>(entity.labels());
    labels.put(NAME, trace);
    return new TaskEntity(
        entity.header(), entity.payload(), labels, entity.fingerprint(), entity.expiresAt());
  }
}
