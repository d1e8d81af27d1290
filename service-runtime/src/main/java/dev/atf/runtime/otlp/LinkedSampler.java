package dev.atf.runtime.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;

/**
 * Sampler that traces a new trace if one of the spans that it links to is traced, so that work
 * which goes on in another trace is recorded completely or not at all.
 *
 * @param unlinked decides about spans without links
 */
record LinkedSampler(Sampler unlinked) implements Sampler {
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
