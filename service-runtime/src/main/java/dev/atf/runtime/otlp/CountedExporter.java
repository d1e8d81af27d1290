package dev.atf.runtime.otlp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exporter that counts delivered and lost spans, and logs when that changes, in place of the
 * messages that the SDK's exporter writes to the JDK's logging.
 */
final class CountedExporter implements SpanExporter {
  private static final Logger log = LoggerFactory.getLogger(CountedExporter.class);

  /** Kept strongly, since the JDK forgets the settings of loggers that are garbage-collected. */
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
