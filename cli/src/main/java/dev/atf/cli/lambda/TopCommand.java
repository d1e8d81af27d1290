package dev.atf.cli.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.output.EndWait;
import dev.atf.cli.output.Terminal;
import dev.atf.cli.output.TextTable;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.runtime.PrintableText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atf top}: the load of the lambdas, live. */
@Command(
    name = "top",
    description = "Show live figures of all lambdas: rates of the last 30 s, delays, backlogs.",
    footer = {"%nWithout a terminal, and with --json, it is shown once."})
public final class TopCommand extends ApiCommand {
  /** Chosen: as many as fit on a screen; each costs two calls. */
  private static final int LAMBDAS_MAX = 50;

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

  private static List<LambdaLoad> read(ApiConnection connection) {
    return connection
        .lambdas()
        .listLambdas(ListLambdasRequest.getDefaultInstance())
        .getLambdasList()
        .stream()
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
          row.deliveryMillisP50() < 0 ? "-" : row.deliveryMillisP50() + " ms",
          row.deliveryMillisP95() < 0 ? "-" : row.deliveryMillisP95() + " ms",
          Long.toString(row.pending()),
          Long.toString(row.queued()),
          row.oldestDueSeconds() + " s",
          Long.toString(row.dead()),
          Integer.toString(row.controllers()),
          row.executorsWanted() == 0 ? "-" : row.executorsReady() + "/" + row.executorsWanted(),
          row.gate());
    }
    table.print(out, terminal);
    rows.stream()
        .filter(row -> !row.failing().isEmpty())
        .forEach(row -> out.println(row.lambda() + ": " + PrintableText.oneLine(row.failing())));
    if (rows.isEmpty()) {
      out.println(LambdaCommand.NONE);
    }
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%.0f", perSecond);
  }
}
