package dev.atf.runtime.server;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.function.BooleanSupplier;

/**
 * Health and metrics by the HTTP server of the JDK, without spans of its own. Refuses settings that
 * need more, naming the library that has it.
 */
final class LightInstruments implements Instruments {
  private static final String LIBRARY = "dev.atf:atf-service-runtime on the class path";

  private final MeterRegistry metrics = new SimpleMeterRegistry();

  /** Returns whether these instruments have all that the settings ask for. */
  static boolean keepTo(RpcServerConfig server, TracingConfig tracing) {
    return !server.tls().isOn() && server.auth().mode() == AuthMode.NONE && !tracing.isOn();
  }

  @Override
  public MeterRegistry metrics() {
    return metrics;
  }

  @Override
  public RpcPort open(String name, RpcServerConfig config, BooleanSupplier alive) {
    require(!config.tls().isOn(), "server.tls.certificateFile: " + config.tls().certificateFile());
    require(config.auth().mode() == AuthMode.NONE, "server.auth.mode: " + config.auth().mode());
    return StatusServer.start(name, config, metrics, alive);
  }

  @Override
  public Tracing tracing(String service, TracingConfig config, ProcessName name) {
    require(!config.isOn(), "tracing.otlpEndpoint: " + config.otlpEndpoint());
    return Tracing.off();
  }

  private static void require(boolean kept, String setting) {
    if (!kept) {
      throw new ConfigException(setting + " (expected: " + LIBRARY + ", or no such setting)");
    }
  }
}
