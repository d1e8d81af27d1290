package dev.atf.cli.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.output.EndWait;
import dev.atf.cli.output.OptionRules;
import dev.atf.cli.output.Terminal;
import dev.atf.cli.output.TextTable;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ActivityPoint;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.GetActivityRequest;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.LiveFigures;
import dev.atf.runtime.PrintableText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code atf top}: shows the load of the lambdas live. */
@Command(
    name = "top",
    description = "Show live figures of all lambdas: rates of the last 30 s, delays, backlogs.",
    footer = {"%nWithout a terminal, and with --json, it is shown once."})
public final class TopCommand extends ApiCommand {
  /**
   * Maximum number of lambdas, which is as many as fit on a screen. Each lambda costs three calls.
   */
  private static final int LAMBDAS_MAX = 50;

  /** Maximum number of conditions that are read for each lambda. Closed ones come first. */
  private static final int CONDITIONS_MAX = 10;

  @Spec private CommandSpec spec;

  @Option(
      names = "--every",
      paramLabel = "D",
      defaultValue = "2s",
      description = "Time between two updates (default: ${DEFAULT-VALUE}).")
  private Duration every;

  @Option(names = "--once", description = "Print the figures once.")
  private boolean once;

  @Override
  public Integer call() {
    OptionRules.excludes("--once", "--every").check(spec.commandLine());
    try (var connection = api.connect()) {
      while (true) {
        var rows = read(connection);
        if (api.json()) {
          api.out().println(new ObjectMapper().valueToTree(new Picture(rows)).toPrettyString());
          return 0;
        }
        if (!once) {
          api.clear();
        }
        print(rows, api.out(), api.terminal());
        if (once || !api.terminal().isThere()) {
          return 0;
        }
        EndWait.pause(every);
      }
    }
  }

  /** The document of {@code --json}. */
  record Picture(List<LambdaLoad> lambdas) {}

  private List<LambdaLoad> read(ApiConnection connection) {
    var lambdas =
        connection.lambdas().listLambdas(ListLambdasRequest.getDefaultInstance()).getLambdasList();
    if (lambdas.size() > LAMBDAS_MAX) {
      api.err()
          .println(
              "atf: only the first %d of %d lambdas, by name"
                  .formatted(LAMBDAS_MAX, lambdas.size()));
    }
    return lambdas.stream()
        .limit(LAMBDAS_MAX)
        .map(lambda -> LambdaLoad.read(connection, lambda))
        .sorted(
            Comparator.comparingDouble(LambdaLoad::startedPerSecond)
                .reversed()
                .thenComparing(LambdaLoad::lambda))
        .toList();
  }

  private static void print(List<LambdaLoad> rows, PrintWriter out, Terminal terminal) {
    var table =
        new TextTable(
            "LAMBDA", "IN/s", "START/s", "OK/s", "FAIL/s", "P50", "P95", "PENDING", "QUEUED",
            "OLDEST", "DEAD", "HOSTS", "READY", "GATE");
    for (var row : rows) {
      table.add(
          row.lambda(),
          rate(row.scheduledPerSecond()),
          rate(row.startedPerSecond()),
          rate(row.succeededPerSecond()),
          rate(row.failedPerSecond()),
          row.deliveryMillisP50() < 0 ? "-" : brief(Duration.ofMillis(row.deliveryMillisP50())),
          row.deliveryMillisP95() < 0 ? "-" : brief(Duration.ofMillis(row.deliveryMillisP95())),
          Long.toString(row.pending()),
          Long.toString(row.queued()),
          brief(Duration.ofSeconds(row.oldestDueSeconds())),
          Long.toString(row.dead()),
          Integer.toString(row.controllers()),
          row.executorsWanted() == 0 ? "-" : row.executorsReady() + "/" + row.executorsWanted(),
          row.gate());
    }
    table.print(out, terminal);
    for (var row : rows) {
      Stream.concat(Stream.of(row.failing()), row.blocked().stream())
          .filter(text -> !text.isEmpty())
          .forEach(text -> out.println(row.lambda() + ": " + PrintableText.oneLine(text)));
    }
    if (rows.isEmpty()) {
      out.println(LambdaCommand.NONE);
    }
  }

  /** Returns a duration such as 418ms, 1.5s, 22m4s or 26h3m. */
  static String brief(Duration span) {
    if (span.compareTo(Duration.ofSeconds(1)) < 0 && !span.isZero()) {
      return span.toMillis() + "ms";
    }
    var cut = span.toHours() > 0 ? ChronoUnit.MINUTES : ChronoUnit.SECONDS;
    var shown = span.toSeconds() < 10 ? span : span.truncatedTo(cut);
    return shown.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%.0f", perSecond);
  }

  /**
   * Load of one lambda, a line of {@code atf top}.
   *
   * @param deliveryMillisP50 median for the latest interval in which tasks started; -1 if none has
   *     started
   * @param oldestDueSeconds lateness of the oldest due task that is not running
   * @param controllers worker hosts that serve it
   * @param executorsReady executor processes on these hosts that take work
   * @param executorsWanted desired number of executor processes there; also 0 if it is not reported
   * @param failing message about executors that keep exiting; empty if there are none
   * @param gate gate of the whole lambda, or the number of gated collections
   * @param blocked message about each condition that is not clear, the oldest first
   */
  record LambdaLoad(
      String lambda,
      double scheduledPerSecond,
      double startedPerSecond,
      double succeededPerSecond,
      double failedPerSecond,
      double deadPerSecond,
      int deliveryMillisP50,
      int deliveryMillisP95,
      long pending,
      long queued,
      long oldestDueSeconds,
      long dead,
      int controllers,
      int executorsReady,
      int executorsWanted,
      String failing,
      String gate,
      List<String> blocked) {
    private static final int WINDOW_SECONDS = 30;
    private static final Set<Condition.Phase> NOT_CLEAR =
        Set.of(Condition.Phase.CLOSED, Condition.Phase.HALF_OPEN);

    static LambdaLoad read(ApiConnection connection, Lambda lambda) {
      var name = lambda.getName();
      var present =
          connection.lambdas().getLambda(GetLambdaRequest.newBuilder().setLambda(name).build());
      var points =
          connection
              .events()
              .getActivity(
                  GetActivityRequest.newBuilder()
                      .setLambda(name)
                      .setWindow(ProtoTimes.proto(Duration.ofSeconds(WINDOW_SECONDS)))
                      .build())
              .getPointsList();
      var live = present.getLive();
      return new LambdaLoad(
          name,
          rate(points, ActivityPoint::getScheduledCount),
          rate(points, ActivityPoint::getStartedCount),
          rate(points, ActivityPoint::getSucceededCount),
          rate(points, ActivityPoint::getFailedCount),
          rate(points, ActivityPoint::getDeadCount),
          latest(points, point -> point.getDeliveryMillis().getP50()),
          latest(points, point -> point.getDeliveryMillis().getP95()),
          sum(live, LiveFigures.Priority::getPending),
          sum(live, LiveFigures.Priority::getQueued),
          live.getPrioritiesList().stream()
              .mapToLong(priority -> priority.getOldestDueAge().getSeconds())
              .max()
              .orElse(0),
          live.getDead(),
          live.getControllers(),
          live.getExecutors().getReady(),
          live.getExecutors().getWanted(),
          failing(live.getExecutors()),
          gate(present),
          blocked(
              connection
                  .conditions()
                  .listConditions(
                      ListConditionsRequest.newBuilder()
                          .setLambda(name)
                          .setPageSize(CONDITIONS_MAX)
                          .build())
                  .getConditionsList()));
    }

    private static double rate(List<ActivityPoint> points, ToIntFunction<ActivityPoint> count) {
      return (double) points.stream().mapToInt(count).sum() / WINDOW_SECONDS;
    }

    private static int latest(List<ActivityPoint> points, ToIntFunction<ActivityPoint> millis) {
      for (int i = points.size() - 1; i >= 0; i--) {
        if (points.get(i).hasDeliveryMillis()) {
          return millis.applyAsInt(points.get(i));
        }
      }
      return -1;
    }

    private static long sum(LiveFigures live, ToLongFunction<LiveFigures.Priority> figure) {
      return live.getPrioritiesList().stream().mapToLong(figure).sum();
    }

    static String failing(LiveFigures.Executors executors) {
      if (executors.getFailing() == 0) {
        return "";
      }
      boolean one = executors.getFailing() == 1;
      var lastError = executors.getLastError();
      return "%d of %s on host %s %s with %s%s"
          .formatted(
              executors.getFailing(),
              executors.getWanted() == 1 ? "1 executor" : executors.getWanted() + " executors",
              executors.getHost(),
              executors.getDeathsInARow() <= 1
                  ? "exited soon after %s start,".formatted(one ? "its" : "their")
                  : "%s exiting: %d deaths in a row, the last"
                      .formatted(one ? "keeps" : "keep", executors.getDeathsInARow()),
              executors.getHow(),
              lastError.isBlank()
                  ? "; see the log of the host"
                  : "; last line on standard error: "
                      + lastError
                      + "; all of it is in the log of the host");
    }

    static List<String> blocked(List<Condition> conditions) {
      return conditions.stream()
          .filter(condition -> NOT_CLEAR.contains(condition.getPhase()))
          .sorted(Comparator.comparing(condition -> ProtoTimes.java(condition.getClosedAt())))
          .map(
              condition ->
                  "tasks wait for condition %s since %s%s; see `./atf condition get %s %1$s`"
                      .formatted(
                          condition.getName(),
                          ProtoTimes.java(condition.getClosedAt()),
                          condition.getReason().isEmpty() ? "" : ": " + condition.getReason(),
                          condition.getLambda()))
          .toList();
    }

    private static String gate(Lambda lambda) {
      var whole =
          lambda.getGatesList().stream()
              .filter(gate -> gate.getCollection().isEmpty())
              .map(Gate::getState)
              .filter(state -> state != Gate.State.OPEN)
              .findFirst();
      long collections =
          lambda.getGatesList().stream().filter(gate -> !gate.getCollection().isEmpty()).count();
      return whole
          .map(Gate.State::name)
          .orElse(collections == 0 ? "" : collections + " collections");
    }
  }
}
