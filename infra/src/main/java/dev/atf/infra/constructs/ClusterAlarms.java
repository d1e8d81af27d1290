package dev.atf.infra.constructs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.constructs.Construct;

/** The alarms of one cluster, of every {@link AlarmKind}. */
final class ClusterAlarms {
  private static final Duration FIVE_MINUTES = Duration.minutes(5);

  private final Construct scope;
  private final ObservabilityProps props;
  private final List<Alarm> made = new ArrayList<>();

  ClusterAlarms(Construct scope, ObservabilityProps props) {
    this.scope = scope;
    this.props = props;
  }

  /**
   * @param healthyApiTargets of the public API's load balancer
   */
  List<Alarm> make(IMetric healthyApiTargets) {
    for (var lambda : props.lambdas()) {
      above(
          AlarmKind.OLDEST_DUE_AGE,
          lambda,
          metric(EmittedMetric.DUE_AGE, "Maximum", lambda),
          props.dueAgeMax().toSeconds(),
          3);
    }
    above(AlarmKind.DEAD_LETTERS, "", deadLetters(), props.deadLettersMax(), 1);
    above(
        AlarmKind.LEASE_EXPIRIES,
        "",
        sum(event("expire"), event("expire_fatally"), event("expire_cancelled")),
        props.leaseExpiriesMax(),
        1);
    above(AlarmKind.SCHEDULE_FAILING, "", scheduleFailures(), 0, 1);
    for (var table : props.tables()) {
      above(AlarmKind.STORE_THROTTLED, table.table(), throttles(table.table()), 0, 1);
    }
    above(AlarmKind.IN_FLIGHT_NEAR_CAP, "", metric(EmittedMetric.QUEUES_NEAR_CAP, "Maximum"), 0, 1);
    for (var component : List.of("frontend", "store-consumer", "hsc")) {
      loopAlive(component, TreatMissingData.BREACHING);
    }
    // Workers may be none.
    loopAlive("worker", TreatMissingData.NOT_BREACHING);
    above(AlarmKind.MESSAGES_UNREADABLE, "", counted(EmittedMetric.UNREADABLE), 0, 1);
    above(AlarmKind.MESSAGES_UNUSABLE, "", unusable(), 0, 1);
    above(AlarmKind.RECOVERING_LONG, "", metric(EmittedMetric.RECOVERING, "Maximum"), 0, 15);
    above(
        AlarmKind.EXECUTORS_MISSING, "", metric(EmittedMetric.EXECUTORS_MISSING, "Maximum"), 0, 10);
    alarm(
        AlarmKind.API_WITHOUT_TARGETS,
        "",
        healthyApiTargets,
        1,
        ComparisonOperator.LESS_THAN_THRESHOLD,
        2,
        TreatMissingData.BREACHING);
    return List.copyOf(made);
  }

  private IMetric deadLetters() {
    return sum(counted(EmittedMetric.DEAD_LETTERS), event("expire_fatally"), event("give_up"));
  }

  /** Status codes of gRPC that are not the caller's fault. */
  private IMetric scheduleFailures() {
    var failures = new ArrayList<IMetric>();
    failures.add(counted(EmittedMetric.INTERNAL_ERRORS));
    for (var method : List.of("Schedule", "ScheduleBatch")) {
      for (var status : List.of("2", "4", "13", "14")) {
        failures.add(counted(EmittedMetric.RPC_REQUESTS, method, status));
      }
    }
    return sum(failures.toArray(IMetric[]::new));
  }

  private void loopAlive(String component, TreatMissingData silence) {
    alarm(
        AlarmKind.LOOP_NOT_ALIVE,
        component,
        metric(EmittedMetric.LOOP_ALIVE, "Minimum", component),
        1,
        ComparisonOperator.LESS_THAN_THRESHOLD,
        3,
        silence);
  }

  private Metric metric(EmittedMetric metric, String statistic, String... values) {
    return metric.in(props.cluster(), statistic, values);
  }

  private IMetric counted(EmittedMetric counter, String... values) {
    return counter
        .in(props.cluster(), "Sum", values)
        .with(MetricOptions.builder().period(FIVE_MINUTES).build());
  }

  private IMetric event(String event) {
    return counted(EmittedMetric.ALARMS_APPLIED, event);
  }

  private IMetric unusable() {
    return ofAws("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum")
        .dimensionsMap(Map.of("QueueName", props.unusableQueue()))
        .build();
  }

  private static IMetric throttles(String table) {
    return sum(
        ofAws("AWS/DynamoDB", "ReadThrottleEvents", "Sum")
            .dimensionsMap(Map.of("TableName", table))
            .build(),
        ofAws("AWS/DynamoDB", "WriteThrottleEvents", "Sum")
            .dimensionsMap(Map.of("TableName", table))
            .build());
  }

  private static Metric.Builder ofAws(String namespace, String name, String statistic) {
    return Metric.Builder.create()
        .namespace(namespace)
        .metricName(name)
        .statistic(statistic)
        .period(FIVE_MINUTES);
  }

  /** What was never counted is 0. */
  private static IMetric sum(IMetric... parts) {
    var metrics = new LinkedHashMap<String, IMetric>();
    var terms = new ArrayList<String>();
    for (var part : parts) {
      var id = "m" + metrics.size();
      metrics.put(id, part);
      terms.add("FILL(" + id + ", 0)");
    }
    return MathExpression.Builder.create()
        .expression(String.join(" + ", terms))
        .usingMetrics(metrics)
        .period(FIVE_MINUTES)
        .build();
  }

  private void above(AlarmKind kind, String what, IMetric metric, Number max, int periods) {
    alarm(
        kind,
        what,
        metric,
        max,
        ComparisonOperator.GREATER_THAN_THRESHOLD,
        periods,
        TreatMissingData.NOT_BREACHING);
  }

  private void alarm(
      AlarmKind kind,
      String what,
      IMetric metric,
      Number threshold,
      ComparisonOperator comparison,
      int periods,
      TreatMissingData missing) {
    var name = kind.entry() + (what.isEmpty() ? "" : "-" + what);
    made.add(
        Alarm.Builder.create(scope, name)
            .alarmName(props.cluster() + "-" + name)
            .alarmDescription(kind.description())
            .metric(metric)
            .threshold(threshold)
            .comparisonOperator(comparison)
            .evaluationPeriods(periods)
            .treatMissingData(missing)
            .build());
  }
}
