package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * Arithmetic of a whole bill, and its tables in {@code docs/operate/capacity-and-cost.md} and
 * {@code docs/performance.md}: what requests are, and what is paid beside them.
 */
final class BillTest {
  private static final Path COSTS = Path.of("../../docs/operate/capacity-and-cost.md");
  private static final Path PERFORMANCE = Path.of("../../docs/performance.md");

  private static final double HOURS_A_MONTH = 720;
  private static final double SECONDS_A_MONTH = HOURS_A_MONTH * 3_600;

  /** Services of infra/examples/cluster.yaml at their minimum, each of 1 vCPU and 2 GB. */
  private static final int TASKS = 9;

  private static final int ZONES = 3;
  private static final int BALANCERS = 2;

  /** Metrics in the alarms of the example's templates. */
  private static final int ALARM_METRICS = 102;

  /** Metrics of a cluster that do not grow with lambdas: EmittedMetric times its labels, about. */
  private static final int METRICS_OF_CLUSTER = 70;

  private static final int PRIORITIES = 3;

  /** Age, backlog and hosts. */
  private static final int OF_A_BUSY_LAMBDA = 3;

  /** Interval of CollectorConfig, and bytes of one record of it as seen, about. */
  private static final double COLLECTIONS_A_MONTH = SECONDS_A_MONTH / 30;

  private static final double RECORD_BYTES = 600;

  /** Units and requests of a polled task in docs/performance.md. */
  private static final double POLLED_DOLLARS_PER_MILLION = 5.88;

  private static final double EXPRESS_DOLLARS_PER_MILLION = 4.03;

  private static final List<Integer> LAMBDAS = List.of(1, 100, 1_000);
  private static final List<Integer> TASKS_A_SECOND = List.of(1, 100, 1_000);

  private static final Map<String, Price> PRICES = prices();

  /**
   * @param asOf day of the source, if it names one
   */
  private record Price(String what, double dollars, String asOf, String source) {}

  @Test
  void theBillWithoutTasksIsComputed() throws IOException {
    requireTable(COSTS, "bill", billTable());
  }

  @Test
  void theComparisonIsComputed() throws IOException {
    requireTable(PERFORMANCE, "comparison", comparisonTable());
  }

  @Test
  void everyPriceNamesItsSource() {
    assertThat(PRICES.values())
        .isNotEmpty()
        .allSatisfy(
            price -> {
              assertThat(price.what()).isNotBlank();
              assertThat(price.asOf()).isNotBlank();
              assertThat(price.source()).startsWith("https://");
            });
  }

  @Test
  void customMetricsGrowWithLambdas() {
    assertThat(metrics(1_000, 1)).isCloseTo(321, within(1e-9));
    assertThat(metrics(1_000, OF_A_BUSY_LAMBDA)).isCloseTo(921, within(1e-9));
    assertThat(metricLogs(1_000)).isCloseTo(77.76, within(1e-9));
  }

  private static String billTable() {
    var rows = new LinkedHashMap<String, DoubleUnaryOperator>();
    rows.put(
        "requests of DynamoDB and SQS",
        lambdas -> IdleCost.of(new IdleCost.Cluster((int) lambdas, 3, 20, 3)).dollarsAMonth());
    rows.put("Fargate, 3 of each service with 1 vCPU and 2 GB", lambdas -> services());
    rows.put("3 NAT gateways, by the hour", lambdas -> hours("natHour", ZONES));
    rows.put("2 load balancers, by the hour", lambdas -> hours("balancerHour", BALANCERS));
    rows.put("public addresses of the NAT gateways", lambdas -> hours("addressHour", ZONES));
    rows.put("CloudWatch custom metrics while no lambda has work", lambdas -> metrics(lambdas, 1));
    rows.put("logs of these metrics", BillTest::metricLogs);
    rows.put(
        "alarms and dashboard",
        lambdas -> ALARM_METRICS * dollars("alarmMetricMonth") + dollars("dashboardMonth"));
    var table =
        new StringBuilder(row("$ a month", LAMBDAS, l -> l == 1 ? "1 lambda" : "%,d lambdas"));
    table.append("|---|---|---|---|\n");
    rows.forEach((name, cost) -> table.append(dollarRow(name, LAMBDAS, cost)));
    table.append(
        dollarRow(
            "total",
            LAMBDAS,
            lambdas -> rows.values().stream().mapToDouble(c -> c.applyAsDouble(lambdas)).sum()));
    table.append(
        dollarRow(
            "custom metrics while all lambdas have work, instead of none",
            LAMBDAS,
            lambdas -> metrics(lambdas, OF_A_BUSY_LAMBDA)));
    return table.toString();
  }

  private static String comparisonTable() {
    var table =
        new StringBuilder(
            row("$ a month", TASKS_A_SECOND, rate -> rate == 1 ? "%d task/s" : "%,d tasks/s"));
    table.append("|---|---|---|---|\n");
    comparison().forEach((name, cost) -> table.append(dollarRow(name, TASKS_A_SECOND, cost)));
    return table.toString();
  }

  private static Map<String, DoubleUnaryOperator> comparison() {
    var rows = new LinkedHashMap<String, DoubleUnaryOperator>();
    rows.put("ATF, polled: requests", rate -> millions(rate) * POLLED_DOLLARS_PER_MILLION);
    rows.put("ATF, express: requests", rate -> millions(rate) * EXPRESS_DOLLARS_PER_MILLION);
    rows.put(
        "ATF, in addition: 3 of each service, NAT, balancers, CloudWatch of 100 lambdas",
        rate ->
            services()
                + hours("natHour", ZONES)
                + hours("balancerHour", BALANCERS)
                + hours("addressHour", ZONES)
                + metrics(100, OF_A_BUSY_LAMBDA)
                + metricLogs(100)
                + ALARM_METRICS * dollars("alarmMetricMonth")
                + dollars("dashboardMonth"));
    rows.put(
        "Step Functions, Standard: a wait and a task, 2 transitions",
        rate -> millions(rate) * 2 * dollars("millionTransitions"));
    rows.put(
        "EventBridge Scheduler → SQS → Lambda, in batches of 10",
        rate ->
            millions(rate)
                * (dollars("millionSchedulerInvocations")
                    + (1 + 0.1 + 0.1) * PriceTable.load().queueRequest().dollarsPerMillion()
                    + 0.1 * dollars("millionLambdaRequests")));
    rows.put(
        "Temporal Cloud: a workflow with one activity, 2 actions; storage left out",
        rate -> temporal(2 * millions(rate)));
    return rows;
  }

  /**
   * Returns the cheaper of the Developer and the Business plan; more than 200 million actions at
   * the last public price.
   */
  private static double temporal(double millionActions) {
    double developer = 1.1 * millionActions * dollars("millionTemporalActions");
    double paid = Math.max(0, millionActions - 2.5);
    double[][] steps = {{5, 50}, {5, 45}, {10, 40}, {30, 35}, {50, 30}};
    double actions = 0;
    for (var step : steps) {
      double some = Math.min(paid, step[0]);
      actions += some * step[1];
      paid -= some;
    }
    actions += paid * dollars("millionTemporalActionsLast");
    return Math.min(developer, actions + Math.max(500, 0.1 * actions));
  }

  private static double services() {
    return TASKS * HOURS_A_MONTH * (dollars("vcpuHour") + 2 * dollars("memoryGbHour"));
  }

  private static double hours(String price, int count) {
    return count * HOURS_A_MONTH * dollars(price);
  }

  private static double metrics(double lambdas, int ofEach) {
    return (METRICS_OF_CLUSTER + lambdas * ofEach) * dollars("metricMonth");
  }

  /** Returns the price of one record for each series of {@code atf_consumer_due_age_seconds}. */
  private static double metricLogs(double lambdas) {
    return lambdas * PRIORITIES * COLLECTIONS_A_MONTH * RECORD_BYTES / 1e9 * dollars("logGb");
  }

  private static double millions(double perSecond) {
    return perSecond * SECONDS_A_MONTH / 1e6;
  }

  private static double dollars(String price) {
    return Objects.requireNonNull(PRICES.get(price), price).dollars();
  }

  private static String row(String name, List<Integer> columns, IntFunction<String> format) {
    var row = new StringBuilder("| " + name + " |");
    columns.forEach(
        column ->
            row.append(
                " %s |".formatted(String.format(Locale.ROOT, format.apply(column), column))));
    return row.append('\n').toString();
  }

  private static String dollarRow(String name, List<Integer> columns, DoubleUnaryOperator cost) {
    var row = new StringBuilder("| " + name + " |");
    columns.forEach(
        column -> row.append(String.format(Locale.ROOT, " %,.0f |", cost.applyAsDouble(column))));
    return row.append('\n').toString();
  }

  private static void requireTable(Path document, String name, String table) throws IOException {
    var text = Files.readString(document);
    var begin = "<!-- " + name + ": BillTest -->\n";
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end of " + name + " -->");
    if (Boolean.getBoolean("atf.docs.update")) {
      Files.writeString(document, text.substring(0, from) + table + text.substring(to));
      return;
    }
    assertThat(text.substring(from, to)).isEqualTo(table);
  }

  private static Map<String, Price> prices() {
    try (var file = BillTest.class.getResourceAsStream("bill-prices.json")) {
      return new ObjectMapper()
          .readValue(
              Objects.requireNonNull(file), new TypeReference<LinkedHashMap<String, Price>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
