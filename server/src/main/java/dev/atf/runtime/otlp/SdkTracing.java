package dev.atf.runtime.otlp;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tracing with the SDK of OpenTelemetry and its exporter. */
final class SdkTracing {
  private SdkTracing() {}

  static Tracing of(String service, TracingConfig config, ProcessName name, MeterRegistry metrics) {
    var provider = provider(service, config, name, metrics);
    return Tracing.by(provider, () -> end(provider, config));
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

  /**
   * Sampler that traces a new trace if one of the spans that it links to is traced, so that work
   * that continues in another trace is recorded completely or not at all.
   *
   * @param unlinked sampler for spans without links
   */
  private record LinkedSampler(Sampler unlinked) implements Sampler {
    @Override
    public SamplingResult shouldSample(
        Context parent,
        String traceId,
        String name,
        SpanKind kind,
        Attributes attributes,
        List<LinkData> links) {
      if (links.isEmpty()) {
        return unlinked.shouldSample(parent, traceId, name, kind, attributes, links);
      }
      return links.stream().anyMatch(link -> link.getSpanContext().isSampled())
          ? SamplingResult.recordAndSample()
          : SamplingResult.drop();
    }

    @Override
    public String getDescription() {
      return "LinkedSampler{" + unlinked.getDescription() + "}";
    }
  }

  /**
   * Exporter that counts delivered and lost spans, and logs when that changes, in place of the
   * messages that the SDK's exporter writes to the JDK's logging.
   */
  private static final class CountedExporter implements SpanExporter {
    private static final Logger log = LoggerFactory.getLogger(CountedExporter.class);

    /**
     * Loggers of exporters. They are referenced here, because the JDK forgets the settings of
     * loggers that are garbage-collected.
     */
    private static final java.util.logging.Logger EXPORTERS =
        java.util.logging.Logger.getLogger("io.opentelemetry.exporter");

    static {
      EXPORTERS.setLevel(Level.OFF);
    }

    private final SpanExporter exporter;
    private final String endpoint;
    private final Counter delivered;
    private final Counter lost;
    private final AtomicBoolean failing = new AtomicBoolean();

    CountedExporter(SpanExporter exporter, String endpoint, MeterRegistry metrics) {
      this.exporter = exporter;
      this.endpoint = endpoint;
      this.delivered = counter("delivered", metrics);
      this.lost = counter("lost", metrics);
    }

    private static Counter counter(String result, MeterRegistry metrics) {
      return Counter.builder("atf.tracing.spans")
          .description("spans that a collector took, or did not")
          .tag("result", result)
          .register(metrics);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      int count = spans.size();
      var result = exporter.export(spans);
      return result.whenComplete(() -> note(result.isSuccess(), count));
    }

    private void note(boolean success, int count) {
      (success ? delivered : lost).increment(count);
      if (failing.compareAndSet(success, !success)) {
        if (success) {
          log.info("spans are delivered again endpoint={}", endpoint);
        } else {
          log.warn("spans are lost: the collector does not take them endpoint={}", endpoint);
        }
      }
    }

    @Override
    public CompletableResultCode flush() {
      return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return exporter.shutdown();
    }
  }
}
