package dev.atf.infra.constructs.observability;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Settings of the metrics collector that runs next to a service. The collector reads the {@code
 * /metrics} of the service. It writes the metrics of {@link EmittedMetric} to its standard output,
 * in the format from which CloudWatch creates metrics. Therefore no component needs a right to
 * write metrics.
 */
public final class CollectorConfig {
  private CollectorConfig() {}

  /**
   * Returns the settings.
   *
   * @param port port of the service, on the loopback that the containers of a task share
   * @param workers lambdas by worker cluster; reports about these lambdas also count for their
   *     worker cluster; a worker cluster without lambdas gets all reports of the service
   */
  public static String of(
      String cluster, String service, int port, Map<String, List<String>> workers) {
    var metrics =
        EmittedMetric.of(service).stream()
            .filter(metric -> !metric.dimensions(workers.keySet()).isEmpty())
            .toList();
    var kept = metrics.stream().map(EmittedMetric::metric).collect(Collectors.joining("|"));
    var declared =
        metrics.stream()
            .map(
                metric ->
                    """
                          - dimensions: [%s]
                            metric_name_selectors: ["^%s$"]
                    """
                        .formatted(
                            metric.dimensions(workers.keySet()).stream()
                                .map(set -> "[" + String.join(", ", set) + "]")
                                .collect(Collectors.joining(", ")),
                            metric.metric()))
            .collect(Collectors.joining());
    return """
    receivers:
      prometheus:
        config:
          scrape_configs:
            - job_name: %2$s
              scrape_interval: 30s
              static_configs:
                - targets: ["127.0.0.1:%3$d"]
                  labels: {cluster: %1$s, component: %2$s}
              metric_relabel_configs:
                - source_labels: [__name__]
                  regex: "%4$s"
                  action: keep
    %7$sexporters:
      awsemf:
        namespace: %5$s
        output_destination: stdout
        dimension_rollup_option: NoDimensionRollup
        retain_initial_value_of_delta_metric: true
        metric_declarations:
    %6$s
    service:
      telemetry: {logs: {level: warn}}
      pipelines:
        metrics:
          receivers: [prometheus]
          exporters: [awsemf]
    """
        .formatted(
            cluster,
            service,
            port,
            kept,
            EmittedMetric.NAMESPACE,
            declared.stripTrailing(),
            labels(workers));
  }

  /** Returns the rules that label the reports about each worker cluster or its lambdas. */
  private static String labels(Map<String, List<String>> workers) {
    return workers.entrySet().stream()
        .map(
            one ->
                """
                            - source_labels: [lambda]
                              regex: "%s"
                              target_label: %s
                              replacement: "1"
                """
                    .formatted(
                        one.getValue().isEmpty() ? ".*" : String.join("|", one.getValue()),
                        EmittedMetric.labelOf(one.getKey())))
        .collect(Collectors.joining());
  }
}
