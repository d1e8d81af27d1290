package dev.atf.runtime.server;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.function.BooleanSupplier;

/**
 * Health and metrics on the HTTP server of the JDK, without spans. Settings that need more are
 * refused, with the names of the libraries to add.
 */
final class LightInstruments implements Instruments {
  private static final String LIBRARY = "dev.atf:atf-server";
  private static final String TRACING =
      LIBRARY
          + ", opentelemetry-sdk, opentelemetry-exporter-otlp and opentelemetry-exporter-sender-jdk";

  private final MeterRegistry metrics = new SimpleMeterRegistry();

  /** Returns whether these instruments support everything that the settings require. */
  static boolean keepTo(RpcServerConfig server, TracingConfig tracing) {
    return !server.tls().isOn() && server.auth().mode() == AuthMode.NONE && !tracing.isOn();
  }

  @Override
  public MeterRegistry metrics() {
    return metrics;
  }

  @Override
  public RpcPort open(String name, RpcServerConfig config, BooleanSupplier alive) {
    require(
        !config.tls().isOn(),
        "server.tls.certificateFile: " + config.tls().certificateFile(),
        LIBRARY);
    require(
        config.auth().mode() == AuthMode.NONE,
        "server.auth.mode: " + config.auth().mode(),
        LIBRARY);
    return StatusServer.start(name, config, metrics, alive);
  }

  @Override
  public Tracing tracing(String service, TracingConfig config, ProcessName name) {
    require(!config.isOn(), "tracing.otlpEndpoint: " + config.otlpEndpoint(), TRACING);
    return Tracing.off();
  }

  private static void require(boolean kept, String setting, String libraries) {
    if (!kept) {
      throw new ConfigException(
          setting + " (expected: " + libraries + " on the class path, or no such setting)");
    }
  }
}
