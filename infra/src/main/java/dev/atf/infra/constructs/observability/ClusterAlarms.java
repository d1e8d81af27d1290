package dev.atf.infra.constructs.observability;

import dev.atf.plans.row.PlanKind;
import dev.atf.store.dynamodb.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.constructs.Construct;

/** Alarms of one cluster, covering every {@link AlarmKind}. */
final class ClusterAlarms {
  private static final Duration FIVE_MINUTES = Duration.minutes(5);

  /**
   * Maximum delay until a metric is available in CloudWatch. Metrics from logs, from SQS and from
   * Container Insights arrive after one to three minutes.
   */
  private static final java.time.Duration LATE = java.time.Duration.ofMinutes(3);

  /**
   * Limit on the lateness of plans in seconds. It is many poll intervals. The Prometheus alert has
   * the same limit.
   */
  private static final int PLANS_LATE_SECONDS_MAX = 60;

  /**
   * Limit on the time in seconds for which a condition is closed. The Prometheus alert has the same
   * limit.
   */
  static final int CONDITION_CLOSED_SECONDS_MAX = 900;

  /**
   * Limit on the time in minutes for which a host has too few executors. Within this time, the host
   * may restart them. The Prometheus alert has the same limit.
   */
  static final int EXECUTORS_MISSING_MINUTES = 10;

  /** Limit on the ratio of failed Schedule calls. The Prometheus alert has the same limit. */
  private static final double SCHEDULE_FAILURES_SHARE_MAX = 0.01;

  /** Minimum number of failed calls for the alarm. The ratio of fewer calls has no meaning. */
  private static final int SCHEDULE_FAILURES_MIN = 5;

  private final Construct scope;
  private final ObservabilityProps props;
  private final List<Alarm> made = new ArrayList<>();

  ClusterAlarms(Construct scope, ObservabilityProps props) {
    this.scope = scope;
    this.props = props;
  }

  /**
   * Creates the alarms.
   *
   * @param healthyApiTargets number of frontends that the load balancer of the public API uses
   * @param healthyHscTargets number of HSCs that the load balancer of the HSC uses
   */
  List<Alarm> make(IMetric healthyApiTargets, IMetric healthyHscTargets) {
    above(
        AlarmKind.OLDEST_DUE_AGE,
        "",
        EmittedMetric.DUE_AGE.inAll(props.cluster(), "Maximum"),
        props.dueAgeMax().toSeconds(),
        3);
    above(AlarmKind.DEAD_LETTERS, "", deadLetters(), props.deadLettersMax(), 1);
    above(AlarmKind.PLANS_LATE, "", planLateness(), PLANS_LATE_SECONDS_MAX, 3);
    above(AlarmKind.PLANS_HELD, "", plansHeld(), 0, 1);
    above(
        AlarmKind.CONDITION_CLOSED,
        "",
        EmittedMetric.CONDITION_AGE.inAll(props.cluster(), "Maximum"),
        CONDITION_CLOSED_SECONDS_MAX,
        3);
    above(AlarmKind.FIRES_MISSED, "", counted(EmittedMetric.PERIODIC_FIRES, "missed"), 0, 1);
    above(AlarmKind.CANARY_FAILING, "", canaryFailures(), 0, 1);
    above(
        AlarmKind.LEASE_EXPIRIES,
        "",
        sum(event("expire"), event("expire_fatally"), event("expire_cancelled")),
        props.leaseExpiriesMax(),
        1);
    above(AlarmKind.SCHEDULE_FAILING, "", scheduleFailures(), SCHEDULE_FAILURES_SHARE_MAX, 1);
    above(AlarmKind.SCHEDULE_BUDGET, "fast", failedSchedules(Duration.hours(1)), 0.0144, 1);
    above(AlarmKind.SCHEDULE_BUDGET, "slow", failedSchedules(Duration.hours(6)), 0.006, 1);
    above(
        AlarmKind.CREDENTIALS_UNCHECKED,
        "",
        counted(EmittedMetric.AUTH_REFUSED, "CREDENTIALS_UNCHECKED"),
        0,
        1);
    for (var table : props.tables()) {
      above(AlarmKind.STORE_THROTTLED, table.table(), throttles(table), 0, 1);
    }
    above(AlarmKind.IN_FLIGHT_NEAR_CAP, "", metric(EmittedMetric.QUEUES_NEAR_CAP, "Maximum"), 0, 1);
    for (var component : List.of("frontend", "store-consumer", "hsc")) {
      loopAlive(component, TreatMissingData.BREACHING);
    }
    // A cluster may have no workers.
    loopAlive("worker", TreatMissingData.NOT_BREACHING);
    above(AlarmKind.MESSAGES_UNREADABLE, "", counted(EmittedMetric.UNREADABLE), 0, 1);
    above(AlarmKind.MESSAGES_UNUSABLE, "", unusable(), 0, 1);
    above(AlarmKind.RECOVERING_LONG, "", metric(EmittedMetric.RECOVERING, "Maximum"), 0, 15);
    above(
        AlarmKind.EXECUTORS_MISSING,
        "",
        metric(EmittedMetric.EXECUTORS_MISSING, "Maximum"),
        0,
        EXECUTORS_MISSING_MINUTES);
    above(
        AlarmKind.EXECUTORS_CRASHING,
        "",
        metric(EmittedMetric.EXECUTORS_CRASHING, "Maximum"),
        0,
        1);
    above(AlarmKind.CLOCKS_APART, "", counted(EmittedMetric.NOT_DUE), 0, 1);
    withoutTargets(AlarmKind.API_WITHOUT_TARGETS, healthyApiTargets);
    withoutTargets(AlarmKind.HSC_WITHOUT_TARGETS, healthyHscTargets);
    return List.copyOf(made);
  }

  private IMetric deadLetters() {
    return sum(counted(EmittedMetric.DEAD_LETTERS), event("expire_fatally"), event("give_up"));
  }

  private IMetric planLateness() {
    var ofKinds =
        Arrays.stream(PlanKind.values())
            .map(kind -> metric(EmittedMetric.PLAN_LATENESS, "Maximum", kind.tag()))
            .toArray(IMetric[]::new);
    var metrics = byId(ofKinds);
    return MathExpression.Builder.create()
        .expression("MAX([" + String.join(", ", filled(metrics)) + "])")
        .usingMetrics(metrics)
        .period(Duration.minutes(1))
        .build();
  }

  private IMetric plansHeld() {
    return sum(
        counted(EmittedMetric.PLANS, PlanKind.ORDER.tag(), "held"),
        counted(EmittedMetric.PLANS, PlanKind.JOB.tag(), "held"));
  }

  /**
   * Returns the ratio of failed calls; 0 if only a few failed, because this alarm rolls back
   * deployments. The ratio uses ten metrics, the maximum for one alarm. Internal errors need no
   * further metric, because their calls have code 13.
   */
  private IMetric scheduleFailures() {
    return failedSchedules(
        "IF((%1$s) >= " + SCHEDULE_FAILURES_MIN + ", (%1$s) / (%2$s), 0)", FIVE_MINUTES);
  }

  /** Returns the ratio of failed calls; no data without calls. */
  private IMetric failedSchedules(Duration window) {
    return failedSchedules("(%s) / (%s)", window);
  }

  /**
   * Returns a value that is computed from the number of failed Schedule calls and the number of all
   * Schedule calls. Calls that their callers cancelled (code 1) are in neither number.
   *
   * @param form format of the expression, with the failed calls as first and all calls as second
   *     argument
   */
  private IMetric failedSchedules(String form, Duration window) {
    var failed = schedules("2", "4", "13", "14");
    var all = new ArrayList<>(schedules("0"));
    all.addAll(0, failed);
    var metrics = byId(all.toArray(IMetric[]::new));
    var filled = filled(metrics);
    return MathExpression.Builder.create()
        .expression(
            form.formatted(
                String.join(" + ", filled.subList(0, failed.size())), String.join(" + ", filled)))
        .usingMetrics(metrics)
        .period(window)
        .build();
  }

  /** Returns the metrics of calls that ended with these gRPC status codes. */
  private List<IMetric> schedules(String... statuses) {
    var calls = new ArrayList<IMetric>();
    for (var method : List.of("Schedule", "ScheduleBatch")) {
      for (var status : statuses) {
        calls.add(counted(EmittedMetric.RPC_REQUESTS, method, status));
      }
    }
    return calls;
  }

  private void withoutTargets(AlarmKind kind, IMetric healthy) {
    alarm(
        kind,
        "",
        healthy,
        1,
        ComparisonOperator.LESS_THAN_THRESHOLD,
        2,
        TreatMissingData.BREACHING);
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

  private IMetric canaryFailures() {
    return EmittedMetric.CANARY_FAILURES
        .inAll(props.cluster(), "Sum")
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

  /** Returns the throttles of a table and its index, which has its own metrics. */
  private static IMetric throttles(TableSchema table) {
    var parts = new ArrayList<IMetric>();
    for (var metric : List.of("ReadThrottleEvents", "WriteThrottleEvents")) {
      parts.add(
          ofAws("AWS/DynamoDB", metric, "Sum")
              .dimensionsMap(Map.of("TableName", table.table()))
              .build());
      table
          .index()
          .ifPresent(
              index ->
                  parts.add(
                      ofAws("AWS/DynamoDB", metric, "Sum")
                          .dimensionsMap(
                              new TreeMap<>(
                                  Map.of(
                                      "TableName",
                                      table.table(),
                                      "GlobalSecondaryIndexName",
                                      index.name())))
                          .build()));
    }
    return sum(parts.toArray(IMetric[]::new));
  }

  private static Metric.Builder ofAws(String namespace, String name, String statistic) {
    return Metric.Builder.create()
        .namespace(namespace)
        .metricName(name)
        .statistic(statistic)
        .period(FIVE_MINUTES);
  }

  /** Returns a sum in which a metric without data counts as 0. */
  private static IMetric sum(IMetric... parts) {
    var metrics = byId(parts);
    return MathExpression.Builder.create()
        .expression(String.join(" + ", filled(metrics)))
        .usingMetrics(metrics)
        .period(FIVE_MINUTES)
        .build();
  }

  private static Map<String, IMetric> byId(IMetric... parts) {
    var metrics = new LinkedHashMap<String, IMetric>();
    for (var part : parts) {
      metrics.put("m" + metrics.size(), part);
    }
    return metrics;
  }

  private static List<String> filled(Map<String, IMetric> metrics) {
    return metrics.keySet().stream().map(id -> "FILL(" + id + ", 0)").toList();
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
            .alarmName(kind.alarmName(props.cluster(), what))
            .alarmDescription(kind.description())
            .metric(metric)
            .threshold(threshold)
            .comparisonOperator(comparison)
            .datapointsToAlarm(periods)
            .evaluationPeriods(periods + latePeriods(metric))
            .treatMissingData(missing)
            .build());
  }

  /**
   * Returns how many of the latest data points of a metric may be filled, because their data has
   * not arrived yet. CloudWatch receives metrics from logs and from services up to {@link #LATE}
   * after their time. For a window of an hour or more, this does not matter.
   */
  private static int latePeriods(IMetric metric) {
    if (!(metric instanceof MathExpression expression)
        || !expression.getExpression().contains("FILL(")) {
      return 0;
    }
    double period = expression.getPeriod().toSeconds().doubleValue();
    return period >= 3_600 ? 0 : (int) Math.ceil(LATE.toSeconds() / period);
  }
}
