package dev.atf.runtime.process;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.otlp.OtlpTracing;
import dev.atf.runtime.rpc.NettyVersion;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.server.Instruments;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.runtime.tracing.TracingConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.BooleanSupplier;

/**
 * Instruments with the port of services, all of its settings, and spans that are sent to a
 * collector.
 */
public final class ServiceInstruments implements Instruments {
  private final PrometheusMeterRegistry metrics = ServiceMeters.registry();

  @Override
  public MeterRegistry metrics() {
    return metrics;
  }

  @Override
  public RpcPort open(String name, RpcServerConfig config, BooleanSupplier alive) {
    NettyVersion.require();
    return RpcServer.start(name, config, metrics, alive);
  }

  @Override
  public Tracing tracing(String service, TracingConfig config, ProcessName name) {
    return OtlpTracing.of(service, config, name, metrics);
  }
}
