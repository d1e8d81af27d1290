package dev.atf.runtime.server;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ServiceLoader;

/**
 * Meters, status port and spans of a process. A library with a server and the SDK of OpenTelemetry
 * provides an implementation, which is found by {@link ServiceLoader}. Without this library, {@link
 * LightInstruments} is used.
 */
public interface Instruments extends StatusPorts {
  /** Returns the registry of the process's meters. It is always the same object. */
  MeterRegistry metrics();

  /**
   * Returns the tracing that the settings of the process require.
   *
   * @param service kind of process, such as {@code atf-executor}
   */
  Tracing tracing(String service, TracingConfig config, ProcessName name);

  /**
   * Returns the lightest instruments that support the settings. A server with TLS and the SDK of
   * OpenTelemetry would add a second to the start of the process, and tens of megabytes of memory.
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
