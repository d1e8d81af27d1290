package dev.atf.infra.constructs.worker;

import dev.atf.infra.constructs.observability.EmittedMetric;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;

/**
 * Load of a worker cluster as one number: the larger of backlog per host and age of the oldest due
 * task, each divided by the owner's limit. A load of 1 is at the limit.
 *
 * <p>The backlog is the largest number of references in the queues of one lambda. Without hosts,
 * the load is 1 as soon as there is any work, and 0 otherwise.
 *
 * <p>Store consumers report all three metrics, so that they arrive at CloudWatch together. Missing
 * data is not filled: a minute without data has no load, and an alarm evaluates the minutes before
 * it.
 */
final class WorkerLoad {
  private static final String EXPRESSION =
      "IF(hosts < 1, IF(backlog + age > 0, 1, 0),"
          + " MAX([backlog / IF(hosts < 1, 1, hosts) / %d, age / %d]))";

  private WorkerLoad() {}

  static IMetric of(WorkerClusterProps props) {
    var scaling = props.scaling();
    return MathExpression.Builder.create()
        .expression(EXPRESSION.formatted(scaling.backlogPerHost(), scaling.dueAgeMax().toSeconds()))
        .usingMetrics(
            new TreeMap<>(
                Map.of(
                    "age", greatest(EmittedMetric.DUE_AGE, props),
                    "backlog", greatest(EmittedMetric.BACKLOG, props),
                    "hosts", greatest(EmittedMetric.HOSTS, props))))
        .period(Duration.minutes(1))
        .label("load of workers " + props.name())
        .build();
  }

  private static IMetric greatest(EmittedMetric metric, WorkerClusterProps props) {
    return metric.ofWorkers(props.cluster(), props.name(), "Maximum");
  }
}
