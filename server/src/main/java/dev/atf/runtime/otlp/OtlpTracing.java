package dev.atf.runtime.otlp;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Delivers the spans of a process to the collector of its settings.
 *
 * <p>The SDK and the exporter of OpenTelemetry are optional (ADR 0095). This class names none of
 * their types, so that it can be loaded without them.
 */
public final class OtlpTracing {
  /** Class of the exporter, which depends on the SDK. */
  private static final String EXPORTER =
      "/io/opentelemetry/exporter/otlp/http/trace/OtlpHttpSpanExporter.class";

  private OtlpTracing() {}

  /**
   * Returns tracing as configured.
   *
   * @param service kind of process, such as {@code atf-frontend}
   * @throws ConfigException if the settings require spans and the exporter is missing
   */
  public static Tracing of(
      String service, TracingConfig config, ProcessName name, MeterRegistry metrics) {
    if (!config.isOn()) {
      return Tracing.off();
    }
    if (OtlpTracing.class.getResource(EXPORTER) == null) {
      throw new ConfigException(
          "tracing.otlpEndpoint: "
              + config.otlpEndpoint()
              + " (expected: opentelemetry-sdk, opentelemetry-exporter-otlp and"
              + " opentelemetry-exporter-sender-jdk on the class path, or no such setting)");
    }
    return SdkTracing.of(service, config, name, metrics);
  }
}
