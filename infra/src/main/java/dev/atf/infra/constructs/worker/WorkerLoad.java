package dev.atf.infra.constructs.worker;

import dev.atf.infra.constructs.observability.EmittedMetric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;

/**
 * Load of a worker cluster, as one number: the greater of backlog per host and age of the oldest
 * due task, each divided by the owner's limit. 1 is the limit.
 *
 * <p>The backlog is that of all queues together; of more queues than one alarm can read, it is that
 * of the fullest, as store consumers tell it. Without hosts the load is 1 as soon as there is any
 * work, and 0 otherwise.
 */
final class WorkerLoad {
  /**
   * Limit of one alarm:
   * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html.
   */
  private static final int METRICS_MAX = 10;

  /** Metrics besides those of queues: age and hosts. */
  private static final int OTHERS = 2;

  private WorkerLoad() {}

  /**
   * @param name name of the hosts' cluster in ECS, and of their service
   */
  static IMetric of(WorkerClusterProps props, String name) {
    var metrics = new LinkedHashMap<String, IMetric>();
    for (var queue : waiting(props)) {
      metrics.put("q" + metrics.size(), queue);
    }
    var backlog =
        metrics.keySet().stream()
            .map(id -> "FILL(" + id + ", 0)")
            .collect(Collectors.joining(" + "));
    metrics.put("age", EmittedMetric.DUE_AGE.ofWorkers(props.cluster(), props.name(), "Maximum"));
    metrics.put("hosts", hosts(name));
    return MathExpression.Builder.create()
        .expression(expression(backlog, props.scaling()))
        .usingMetrics(metrics)
        .period(Duration.minutes(1))
        .label("load of workers " + props.name())
        .build();
  }

  private static List<Metric> waiting(WorkerClusterProps props) {
    var queues = props.queueNames();
    return queues.size() <= METRICS_MAX - OTHERS
        ? queues.stream().map(WorkerLoad::waitingIn).toList()
        : List.of(EmittedMetric.QUEUE_WAITING.ofWorkers(props.cluster(), props.name(), "Maximum"));
  }

  private static String expression(String backlog, WorkerScaling scaling) {
    return "IF(FILL(hosts, 0) < 1, IF((%1$s) + FILL(age, 0) > 0, 1, 0), MAX([(%1$s) / hosts / %2$d, FILL(age, 0) / %3$d]))"
        .formatted(backlog, scaling.backlogPerHost(), scaling.dueAgeMax().toSeconds());
  }

  private static Metric waitingIn(String queue) {
    return Metric.Builder.create()
        .namespace("AWS/SQS")
        .metricName("ApproximateNumberOfMessagesVisible")
        .dimensionsMap(Map.of("QueueName", queue))
        .statistic("Maximum")
        .period(Duration.minutes(1))
        .build();
  }

  private static Metric hosts(String name) {
    return Metric.Builder.create()
        .namespace("ECS/ContainerInsights")
        .metricName("RunningTaskCount")
        .dimensionsMap(new TreeMap<>(Map.of("ClusterName", name, "ServiceName", name)))
        .statistic("Maximum")
        .period(Duration.minutes(1))
        .build();
  }
}
