package dev.atf.runtime.otlp;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tracing by the SDK of OpenTelemetry, with its exporter. */
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
   * which goes on in another trace is recorded completely or not at all.
   *
   * @param unlinked decides about spans without links
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
}
