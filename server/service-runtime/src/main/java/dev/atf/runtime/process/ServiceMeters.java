package dev.atf.runtime.process;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** Registries of services. */
final class ServiceMeters {
  private static final String OF_CALLS = "atf.rpc.";

  /**
   * The server would keep percentiles of five meters of each method, a histogram each, to which
   * every call adds; those of several processes cannot be added up.
   */
  private static final DistributionStatisticConfig WITHOUT_PERCENTILES =
      DistributionStatisticConfig.builder().percentiles().build();

  private ServiceMeters() {}

  /** Creates a registry whose meters of calls have counts, sums and maxima alone. */
  static PrometheusMeterRegistry registry() {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public DistributionStatisticConfig configure(
                  Meter.Id id, DistributionStatisticConfig config) {
                return id.getName().startsWith(OF_CALLS)
                    ? WITHOUT_PERCENTILES.merge(config)
                    : config;
              }
            });
    return registry;
  }
}
