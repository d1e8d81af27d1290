package dev.atf.runtime.tracing;

import dev.atf.runtime.ProcessName;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.concurrent.TimeUnit;

/**
 * Where the spans of one process come from. They are delivered in the background; what a collector
 * does not take in time is lost, and nobody waits for it.
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

  /**
   * By the settings of the process.
   *
   * @param service what the process is, such as {@code atf-frontend}
   */
  public static Tracing of(
      String service, TracingConfig config, ProcessName name, MeterRegistry metrics) {
    if (!config.isOn()) {
      return new Tracing(false, OpenTelemetry.noop().getTracer(SCOPE), () -> {});
    }
    var provider = provider(service, config, name, metrics);
    return new Tracing(true, provider.get(SCOPE), () -> end(provider, config));
  }

  /** By what the program that this is part of has already, and ends itself. */
  public static Tracing by(OpenTelemetry programs) {
    return new Tracing(true, programs.getTracer(SCOPE), () -> {});
  }

  private static SdkTracerProvider provider(
      String service, TracingConfig config, ProcessName name, MeterRegistry metrics) {
    var endpoint = config.otlpEndpoint().replaceFirst("/+$", "") + "/v1/traces";
    var exporter = OtlpHttpSpanExporter.builder().setEndpoint(endpoint).build();
    return SdkTracerProvider.builder()
        .setResource(
            Resource.getDefault()
                .merge(
                    Resource.create(
                        Attributes.builder()
                            .put("service.name", service)
                            .put("service.instance.id", name.host() + ":" + name.number())
                            .build())))
        .setSampler(
            Sampler.parentBased(new LinkedSampler(Sampler.traceIdRatioBased(config.sampleRatio()))))
        .addSpanProcessor(
            BatchSpanProcessor.builder(new CountedExporter(exporter, endpoint, metrics))
                .setScheduleDelay(config.exportInterval())
                .build())
        .build();
  }

  private static void end(SdkTracerProvider provider, TracingConfig config) {
    provider.shutdown().join(config.flushTimeout().toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Whether spans go anywhere. Where they do not, making one costs little, and is needless. */
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
