package dev.atf.runtime.tracing;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;

/**
 * Source of the spans of one process. They are delivered in the background; spans that a collector
 * does not take in time are lost, and nothing waits for them.
 */
public final class Tracing implements AutoCloseable {
  private static final String SCOPE = "dev.atf";

  private final boolean on;
  private final Tracer tracer;
  private final Runnable end;

  private Tracing(boolean on, Tracer tracer, Runnable end) {
    this.on = on;
    this.tracer = tracer;
    this.end = end;
  }

  /** Traces nothing. */
  public static Tracing off() {
    return new Tracing(false, OpenTelemetry.noop().getTracer(SCOPE), () -> {});
  }

  /** Returns tracing by the program's own instance, which the program ends itself. */
  public static Tracing by(OpenTelemetry programs) {
    return by(programs.getTracerProvider(), () -> {});
  }

  /**
   * Returns tracing by a provider of the process's own.
   *
   * @param end delivers what is left, and ends the provider
   */
  public static Tracing by(TracerProvider provider, Runnable end) {
    return new Tracing(true, provider.get(SCOPE), end);
  }

  /** Returns whether spans are delivered; without that, there is no need to make any. */
  public boolean isOn() {
    return on;
  }

  public Tracer tracer() {
    return tracer;
  }

  /** Delivers what there is left, as long as the settings allow. */
  @Override
  public void close() {
    end.run();
  }
}
