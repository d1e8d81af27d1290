package dev.atf.infra.constructs.observability;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.ecs.AlarmBehavior;
import software.amazon.awscdk.services.ecs.DeploymentAlarmConfig;
import software.constructs.Construct;

/**
 * Alarm that makes ECS roll back a deployment: of a service because a loop hangs or has died, of
 * workers because their executors crash. It notifies nobody; {@link AlarmKind#LOOP_NOT_ALIVE} and
 * {@link AlarmKind#EXECUTORS_CRASHING} do.
 *
 * <p>Without data, it does not fire; otherwise the first deployment of a cluster would fail. Tasks
 * that emit no metrics do not become healthy, and the circuit breaker of the service rolls them
 * back.
 */
public final class DeploymentAlarm {
  private DeploymentAlarm() {}

  /**
   * Creates the alarm of a component.
   *
   * @param others names of other alarms that roll back a deployment; their constructs need the
   *     service, so only names are available
   */
  public static DeploymentAlarmConfig in(
      Construct scope, String cluster, String component, List<String> others) {
    var loop =
        Alarm.Builder.create(scope, "DeploymentAlarm")
            .alarmName(cluster + "-deployment-" + component)
            .alarmDescription(
                "A loop of the %s hangs or has died. ECS rolls back a deployment in progress."
                    .formatted(component))
            .metric(EmittedMetric.LOOP_ALIVE.in(cluster, "Minimum", component))
            .threshold(1)
            .comparisonOperator(ComparisonOperator.LESS_THAN_THRESHOLD)
            .evaluationPeriods(3)
            .treatMissingData(TreatMissingData.NOT_BREACHING)
            .build();
    return DeploymentAlarmConfig.builder()
        .alarmNames(Stream.concat(Stream.of(loop.getAlarmName()), others.stream()).toList())
        .behavior(AlarmBehavior.ROLLBACK_ON_ALARM)
        .build();
  }

  /**
   * Creates the alarm of a worker cluster. A worker host is healthy while its executors crash, so
   * that the circuit breaker would let ECS replace all hosts.
   *
   * <p>ECS checks the alarm until the end of a bake time, which it derives from the alarm's
   * settings. The evaluated minutes are therefore more than the three after which metrics arrive.
   */
  public static DeploymentAlarmConfig ofWorkers(Construct scope, String cluster, String workers) {
    var crashing =
        Alarm.Builder.create(scope, "DeploymentAlarm")
            .alarmName(cluster + "-deployment-workers-" + workers)
            .alarmDescription(
                "Executors of the workers %s crash. ECS rolls back a deployment in progress."
                    .formatted(workers))
            .metric(EmittedMetric.EXECUTORS_CRASHING.ofWorkers(cluster, workers, "Maximum"))
            .threshold(0)
            .comparisonOperator(ComparisonOperator.GREATER_THAN_THRESHOLD)
            .datapointsToAlarm(2)
            .evaluationPeriods(5)
            .treatMissingData(TreatMissingData.NOT_BREACHING)
            .build();
    return DeploymentAlarmConfig.builder()
        .alarmNames(List.of(crashing.getAlarmName()))
        .behavior(AlarmBehavior.ROLLBACK_ON_ALARM)
        .build();
  }
}
