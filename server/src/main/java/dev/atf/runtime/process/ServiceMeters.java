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
   * Configuration without percentiles. The server would keep five histograms for each method, to
   * which every call adds, and percentiles of several processes cannot be combined.
   */
  private static final DistributionStatisticConfig WITHOUT_PERCENTILES =
      DistributionStatisticConfig.builder().percentiles().build();

  private ServiceMeters() {}

  /** Creates a registry whose meters of calls have only counts, sums and maxima. */
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
