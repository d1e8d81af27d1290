package dev.atf.runtime.tracing;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;

/**
 * Source of the spans of one process. Spans are delivered in the background. Spans that a collector
 * does not accept in time are lost, so that nothing waits for them.
 *
 * @param isOn whether spans are delivered; if not, callers need not create any
 * @param end delivers remaining spans within the time that the settings allow
 */
public record Tracing(boolean isOn, Tracer tracer, Runnable end) implements AutoCloseable {
  private static final String SCOPE = "dev.atf";

  /** Returns tracing that records nothing. */
  public static Tracing off() {
    return new Tracing(false, OpenTelemetry.noop().getTracer(SCOPE), () -> {});
  }

  /** Returns tracing with the program's own instance, which the program itself closes. */
  public static Tracing by(OpenTelemetry programs) {
    return by(programs.getTracerProvider(), () -> {});
  }

  /**
   * Returns tracing with the process's own provider.
   *
   * @param end delivers remaining spans, and closes the provider
   */
  public static Tracing by(TracerProvider provider, Runnable end) {
    return new Tracing(true, provider.get(SCOPE), end);
  }

  @Override
  public void close() {
    end.run();
  }
}
