package dev.atf.runtime.server;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ServiceLoader;

/**
 * What a process shows of itself: its meters, a port with health and metrics, its spans. A library
 * that brings a server and the SDK of OpenTelemetry is found as a service; without one it is {@link
 * LightInstruments}.
 */
public interface Instruments extends StatusPorts {
  /** Returns where the meters of the process are; the same each time. */
  MeterRegistry metrics();

  /**
   * Traces as the settings of the process say.
   *
   * @param service what the process is, such as {@code atf-executor}
   */
  Tracing tracing(String service, TracingConfig config, ProcessName name);

  /** Makes those of a process, by what is on its class path. */
  static Instruments find() {
    return ServiceLoader.load(Instruments.class, Instruments.class.getClassLoader())
        .findFirst()
        .orElseGet(LightInstruments::new);
  }
}
