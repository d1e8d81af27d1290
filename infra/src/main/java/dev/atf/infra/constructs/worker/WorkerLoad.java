package dev.atf.infra.constructs.worker;

import dev.atf.infra.constructs.observability.EmittedMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;

/**
 * Load of a worker cluster, as one number: the greater of backlog per host and age of the oldest
 * due task, each divided by the owner's limit. 1 is the limit.
 *
 * <p>Without hosts it is 1 as soon as there is any work, and 0 otherwise.
 */
final class WorkerLoad {
  /**
   * Limit of one alarm:
   * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html.
   */
  private static final int METRICS_MAX = 10;

  private WorkerLoad() {}

  /**
   * @param name name of the hosts' cluster in ECS, and of their service
   * @throws IllegalArgumentException if there are more queues than one alarm can cover
   */
  static IMetric of(WorkerClusterProps props, String name) {
    var metrics = new LinkedHashMap<String, IMetric>();
    var waiting = new ArrayList<String>();
    for (var queue : props.queueNames()) {
      var id = "q" + waiting.size();
      metrics.put(id, waitingIn(queue));
      waiting.add("FILL(" + id + ", 0)");
    }
    var ages = new ArrayList<String>();
    for (var lambda : props.queues().keySet()) {
      var id = "a" + ages.size();
      metrics.put(id, EmittedMetric.DUE_AGE.in(props.cluster(), "Maximum", lambda));
      ages.add("FILL(" + id + ", 0)");
    }
    metrics.put("hosts", hosts(name));
    if (metrics.size() > METRICS_MAX) {
      throw new IllegalArgumentException(
          ("workers %s: %d lambdas with %d queues (expected: at most %d together, for one alarm"
                  + " reads %d metrics; give some lambdas workers of their own)")
              .formatted(props.name(), ages.size(), waiting.size(), METRICS_MAX - 1, METRICS_MAX));
    }
    return MathExpression.Builder.create()
        .expression(expression(waiting, ages, props.scaling()))
        .usingMetrics(metrics)
        .period(Duration.minutes(1))
        .label("load of workers " + props.name())
        .build();
  }

  private static String expression(List<String> waiting, List<String> ages, WorkerScaling scaling) {
    var backlog = String.join(" + ", waiting);
    var age = "MAX([" + String.join(", ", ages) + "])";
    return "IF(FILL(hosts, 0) < 1, IF((%1$s) + %2$s > 0, 1, 0), MAX([(%1$s) / hosts / %3$d, %2$s / %4$d]))"
        .formatted(backlog, age, scaling.backlogPerHost(), scaling.dueAgeMax().toSeconds());
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
