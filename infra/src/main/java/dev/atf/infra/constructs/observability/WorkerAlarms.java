package dev.atf.infra.constructs.observability;

import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.sns.Topic;
import software.constructs.Construct;

/**
 * Alarms about one worker cluster and its lambdas, for the topic of their owner. The alarms of
 * {@link Observability} are about the whole cluster, and do not name the owner of a lambda.
 */
public final class WorkerAlarms extends Construct {
  private final String cluster;
  private final String workers;
  private final SnsAction action;

  /**
   * Creates the alarms.
   *
   * @param topicArn topic that they notify
   * @param dueAgeMax maximum time that a due task may wait in the store
   */
  public WorkerAlarms(
      Construct scope,
      String id,
      String cluster,
      String workers,
      String topicArn,
      java.time.Duration dueAgeMax) {
    super(scope, id);
    this.cluster = cluster;
    this.workers = workers;
    this.action = new SnsAction(Topic.fromTopicArn(this, "Topic", topicArn));
    above(
        AlarmKind.OLDEST_DUE_AGE,
        EmittedMetric.DUE_AGE.ofWorkers(cluster, workers, "Maximum"),
        dueAgeMax.toSeconds(),
        3);
    above(
        AlarmKind.CONDITION_CLOSED,
        EmittedMetric.CONDITION_AGE.ofWorkers(cluster, workers, "Maximum"),
        ClusterAlarms.CONDITION_CLOSED_SECONDS_MAX,
        3);
    above(
        AlarmKind.CANARY_FAILING,
        EmittedMetric.CANARY_FAILURES
            .ofWorkers(cluster, workers, "Sum")
            .with(MetricOptions.builder().period(Duration.minutes(5)).build()),
        0,
        1);
    above(
        AlarmKind.EXECUTORS_MISSING,
        EmittedMetric.EXECUTORS_MISSING.ofWorkers(cluster, workers, "Maximum"),
        0,
        ClusterAlarms.EXECUTORS_MISSING_MINUTES);
    above(
        AlarmKind.EXECUTORS_CRASHING,
        EmittedMetric.EXECUTORS_CRASHING.ofWorkers(cluster, workers, "Maximum"),
        0,
        1);
  }

  private void above(AlarmKind kind, IMetric metric, Number max, int periods) {
    var alarm =
        Alarm.Builder.create(this, kind.entry())
            .alarmName(kind.alarmName(cluster, workers))
            .alarmDescription(kind.description())
            .metric(metric)
            .threshold(max)
            .comparisonOperator(ComparisonOperator.GREATER_THAN_THRESHOLD)
            .evaluationPeriods(periods)
            .treatMissingData(TreatMissingData.NOT_BREACHING)
            .build();
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}
