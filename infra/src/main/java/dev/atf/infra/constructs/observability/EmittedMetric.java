package dev.atf.infra.constructs.observability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;

/**
 * Metric of a component that is sent to CloudWatch, by its name in {@code /metrics}. A test checks
 * that running components emit it, because an alarm on a missing metric never fires.
 */
@SuppressWarnings("ImmutableEnumChecker") // List.of
public enum EmittedMetric {
  LOOP_ALIVE("atf_loop_alive", Service.ALL, "component"),
  DUE_AGE("atf_consumer_due_age_seconds", Service.STORE_CONSUMER, "lambda"),
  BACKLOG("atf_consumer_backlog", Service.STORE_CONSUMER, "lambda"),
  HOSTS("atf_consumer_hosts", Service.STORE_CONSUMER, "lambda"),
  QUEUES_NEAR_CAP("atf_consumer_queues_near_inflight_max", Service.STORE_CONSUMER),
  RELEASE_LATENESS("atf_consumer_release_lateness_seconds_max", Service.STORE_CONSUMER),
  RELEASED("atf_consumer_released_total", Service.STORE_CONSUMER),
  ALARMS_APPLIED("atf_consumer_alarm_applied_total", Service.STORE_CONSUMER, "event"),
  PLAN_LATENESS("atf_consumer_plan_lateness_seconds_max", Service.STORE_CONSUMER, "kind"),
  PLANS("atf_consumer_plans_total", Service.STORE_CONSUMER, "kind", "outcome"),
  CONDITION_AGE("atf_consumer_condition_age_seconds", Service.STORE_CONSUMER, "lambda"),
  PERIODIC_FIRES("atf_consumer_periodic_fires_total", Service.STORE_CONSUMER, "outcome"),
  CANARY_FAILURES("atf_canary_failures_total", Service.STORE_CONSUMER, "lambda"),
  RECOVERING("atf_consumer_recovering", Service.STORE_CONSUMER),
  AUTH_REFUSED("atf_auth_refused_total", Service.CALLED, "reason"),
  DEAD_LETTERS("atf_hsc_dead_letters_total", Service.HSC),
  RPC_REQUESTS("atf_rpc_requests_total", Service.FRONTEND, "method", "grpc_status"),
  INTERNAL_ERRORS("atf_frontend_internal_errors_total", Service.FRONTEND),
  QUOTA_REFUSED("atf_frontend_quota_refused_total", Service.FRONTEND),
  EXECUTORS_MISSING("atf_supervisor_executors_missing", Service.WORKER),
  EXECUTORS_CRASHING("atf_supervisor_executors_crashlooping", Service.WORKER),
  NOT_DUE("atf_controller_not_due_total", Service.WORKER),
  UNREADABLE("atf_queue_unreadable_total", Service.WORKER);

  static final String NAMESPACE = "ATF";
  private static final String CLUSTER = "cluster";
  private static final String LAMBDA = "lambda";

  private final String metric;
  private final List<String> services;
  private final List<String> labels;

  EmittedMetric(String metric, List<String> services, String... labels) {
    this.metric = metric;
    this.services = services;
    this.labels = List.of(labels);
  }

  static List<EmittedMetric> of(String service) {
    return Arrays.stream(values()).filter(metric -> metric.services.contains(service)).toList();
  }

  String metric() {
    return metric;
  }

  /** Returns the labels of the metric in a component. */
  List<String> labels() {
    return labels;
  }

  /**
   * Returns the sets of dimensions. Each combination of values is a metric, and costs money.
   * Metrics of lambdas exist for all lambdas together, and for the lambdas of each worker cluster,
   * so that alarms do not grow with the number of lambdas. Some metrics of a worker host also exist
   * for its worker cluster.
   */
  List<List<String>> dimensions(Collection<String> workers) {
    var sets = new ArrayList<List<String>>();
    if (this == BACKLOG || this == HOSTS) {
      // Only scaling reads them.
      workers.forEach(name -> sets.add(List.of(CLUSTER, labelOf(name))));
      return sets;
    }
    sets.add(Stream.concat(Stream.of(CLUSTER), labels.stream()).toList());
    if (labels.contains(LAMBDA)) {
      sets.add(List.of(CLUSTER));
    }
    if (labels.contains(LAMBDA) || this == EXECUTORS_MISSING || this == EXECUTORS_CRASHING) {
      workers.forEach(name -> sets.add(List.of(CLUSTER, labelOf(name))));
    }
    return sets;
  }

  /** Returns the label for reports about a worker cluster or its lambdas. */
  static String labelOf(String workers) {
    return "workers_" + workers.replace('-', '_');
  }

  /** Returns the metric of a worker cluster, or of all its lambdas together, over a minute. */
  public Metric ofWorkers(String cluster, String workers, String statistic) {
    return over(new TreeMap<>(Map.of(CLUSTER, cluster, labelOf(workers), "1")), statistic);
  }

  /** Returns the metric of all lambdas together over a minute. */
  Metric inAll(String cluster, String statistic) {
    return over(new TreeMap<>(Map.of(CLUSTER, cluster)), statistic);
  }

  /**
   * Returns the expression for the metrics of each lambda, including lambdas that are registered
   * later.
   */
  IMetric ofEachLambda(String cluster, String statistic) {
    return MathExpression.Builder.create()
        .expression(
            "SEARCH('{%s,%s} MetricName=\"%s\" cluster=\"%s\"', '%s', 60)"
                .formatted(
                    NAMESPACE,
                    String.join(",", dimensions(List.of()).get(0)),
                    metric,
                    cluster,
                    statistic))
        .usingMetrics(Map.of())
        .label("")
        .period(Duration.minutes(1))
        .build();
  }

  /**
   * Returns the metric over a minute.
   *
   * @param values values of the labels, in the order of the labels
   */
  public Metric in(String cluster, String statistic, String... values) {
    if (values.length != labels.size()) {
      throw new IllegalArgumentException(this + " has the labels " + labels);
    }
    Map<String, String> dimensions = new TreeMap<>(Map.of(CLUSTER, cluster));
    for (int i = 0; i < values.length; i++) {
      dimensions.put(labels.get(i), values[i]);
    }
    return over(dimensions, statistic);
  }

  private Metric over(Map<String, String> dimensions, String statistic) {
    return Metric.Builder.create()
        .namespace(NAMESPACE)
        .metricName(metric)
        .dimensionsMap(dimensions)
        .statistic(statistic)
        .period(Duration.minutes(1))
        .build();
  }

  /** Components that have a metric. */
  private static final class Service {
    private static final List<String> FRONTEND = List.of("frontend");
    private static final List<String> STORE_CONSUMER = List.of("store-consumer");
    private static final List<String> HSC = List.of("hsc");

    /** Services that check credentials of callers. */
    private static final List<String> CALLED = List.of("frontend", "hsc");

    private static final List<String> WORKER = List.of("worker");
    private static final List<String> ALL = List.of("frontend", "store-consumer", "hsc", "worker");
  }
}
