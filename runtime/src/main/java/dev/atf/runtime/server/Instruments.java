package dev.atf.runtime.server;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ServiceLoader;

/**
 * Meters, status port and spans of a process. A library that brings a server and the SDK of
 * OpenTelemetry is found as a service; without one {@link LightInstruments} is used.
 */
public interface Instruments extends StatusPorts {
  /** Returns the registry of the process's meters; the same each time. */
  MeterRegistry metrics();

  /**
   * Returns the tracing that the settings of the process ask for.
   *
   * @param service kind of process, such as {@code atf-executor}
   */
  Tracing tracing(String service, TracingConfig config, ProcessName name);

  /**
   * Returns the lightest instruments that keep to the settings: a server with TLS and the SDK of
   * OpenTelemetry cost a process a second of its start and tens of megabytes.
   */
  static Instruments of(RpcServerConfig server, TracingConfig tracing) {
    return LightInstruments.keepTo(server, tracing) ? new LightInstruments() : find();
  }

  /** Returns the instruments that the class path of the process offers. */
  static Instruments find() {
    return ServiceLoader.load(Instruments.class, Instruments.class.getClassLoader())
        .findFirst()
        .orElseGet(LightInstruments::new);
  }
}
