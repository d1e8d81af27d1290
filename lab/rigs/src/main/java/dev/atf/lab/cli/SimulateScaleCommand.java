package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atf.cli.Version;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.lab.bench.PriceTable;
import dev.atf.model.check.Limits;
import dev.atf.simulation.scale.ScalePlan;
import dev.atf.simulation.scale.ScaleReport;
import dev.atf.simulation.scale.ScaleRun;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code atf simulate scale}: a large cluster in virtual time, with the limits of AWS. */
@Command(
    name = "scale",
    description = {
      "Run the real services under much work in virtual time, with DynamoDB's and SQS's limits and"
          + " latencies and without faults.",
      "Processors are infinitely fast in it: it measures protocol, limits and latencies, and no"
          + " CPU."
    })
final class SimulateScaleCommand implements Callable<Integer> {
  /** Half of what a partition can take, because DynamoDB splits hot partitions. */
  private static final int WRITES_PER_TABLE_PARTITION = 500;

  private static final int WRITES_OF_ASSOCIATION = 4;

  @Spec private CommandSpec spec;
  @Mixin private Bounds bounds;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Tasks that become due a second (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--duration",
      paramLabel = "D",
      defaultValue = "10s",
      description = "For how long (default: ${DEFAULT-VALUE}).")
  private Duration duration;

  @Option(
      names = "--lead",
      paramLabel = "D",
      defaultValue = "5s",
      description =
          "How long before their time tasks are scheduled; 0s: the express lane (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration lead;

  @Option(
      names = "--backlog",
      paramLabel = "N",
      defaultValue = "0",
      description = "Tasks that are all due at the beginning (default: ${DEFAULT-VALUE}).")
  private int backlog;

  @Option(
      names = "--away",
      paramLabel = "D",
      defaultValue = "0s",
      description =
          "For how long the store is away, in the middle of the duration (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration away;

  @Option(
      names = "--lambdas",
      paramLabel = "N",
      defaultValue = "10",
      description = "Of 3 priorities each, an executor each (default: ${DEFAULT-VALUE}).")
  private int lambdas;

  @Option(
      names = "--priorities",
      paramLabel = "N",
      defaultValue = "3",
      description = "Of each lambda (default: ${DEFAULT-VALUE}).")
  private int priorities;

  @Option(
      names = "--shards",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of each lambda (default: ${DEFAULT-VALUE}).")
  private int shards;

  @Option(
      names = "--frontends",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many (default: ${DEFAULT-VALUE}).")
  private int frontends;

  @Option(
      names = "--consumers",
      paramLabel = "N",
      defaultValue = "2",
      description = "Store consumers (default: ${DEFAULT-VALUE}).")
  private int consumers;

  @Option(
      names = "--marks",
      paramLabel = "N",
      defaultValue = "16",
      description = "markConcurrency of a store consumer (default: ${DEFAULT-VALUE}).")
  private int marks;

  @Option(
      names = "--hscs",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many (default: ${DEFAULT-VALUE}).")
  private int hscs;

  @Option(
      names = "--slots",
      paramLabel = "N",
      defaultValue = "16",
      description = "Tasks of one lambda that run at a time (default: ${DEFAULT-VALUE}).")
  private int slots;

  @Option(
      names = "--task",
      paramLabel = "D",
      defaultValue = "10ms",
      description = "How long a handler takes (default: ${DEFAULT-VALUE}).")
  private Duration taskTime;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "0",
      description = "Of each table (default: twice what the rate needs, or 8).")
  private int partitions;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "One seed makes one history (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private record Result(
      String build, ScaleReport report, double dollarsPerMillion, double dollarsPerHour) {
    static Result of(ScaleReport report) {
      double perMillion =
          PriceTable.load()
              .dollarsPerMillion(
                  report.writeUnitsPerTask(),
                  report.readUnitsPerTask(),
                  report.queueRequestsPerTask().sum());
      return new Result(
          Version.build(),
          report,
          perMillion,
          perMillion * report.finishedPerSecond() * 3_600 / 1e6);
    }
  }

  @Override
  public Integer call() throws JsonProcessingException {
    var progress = new ProgressLine(System.err);
    var plan = plan();
    progress.begin("tasks", (int) plan.tasks());
    var report = ScaleRun.run(plan, finished -> progress.step((int) finished));
    progress.end();
    var out = spec.commandLine().getOut();
    if (json) {
      SimulateCommand.printJson(out, Result.of(report));
    } else {
      print(out, Result.of(report));
    }
    return report.isComplete() ? 0 : 1;
  }

  private ScalePlan plan() {
    bounds.require("--rate", rate, 0, ScalePlan.RATE_MAX);
    bounds.require("--backlog", backlog, rate == 0 ? 1 : 0, ScalePlan.BACKLOG_MAX);
    bounds.require("--duration (milliseconds)", duration.toMillis(), 1_000, 3_600_000);
    bounds.require("--lead (milliseconds)", lead.toMillis(), 0, 3_600_000);
    bounds.require("--away (milliseconds)", away.toMillis(), 0, 3_600_000);
    bounds.require("--task (milliseconds)", taskTime.toMillis(), 0, 600_000);
    bounds.require("--lambdas", lambdas, 1, 1_000);
    bounds.require("--priorities", priorities, 1, Limits.PRIORITIES_MAX);
    bounds.require("--shards", shards, 1, Limits.SHARDS_MAX);
    bounds.require("--frontends", frontends, 1, 100);
    bounds.require("--consumers", consumers, 1, 100);
    bounds.require("--marks", marks, 1, 1_000);
    bounds.require("--hscs", hscs, 1, 100);
    bounds.require("--slots", slots, 1, 1_000);
    bounds.require("--partitions", partitions, 0, 10_000);
    return new ScalePlan(
        seed,
        rate,
        duration,
        lead,
        backlog,
        away,
        lambdas,
        priorities,
        shards,
        frontends,
        consumers,
        marks,
        hscs,
        slots,
        taskTime,
        partitions > 0
            ? partitions
            : Math.max(8, rate * WRITES_OF_ASSOCIATION / WRITES_PER_TABLE_PARTITION));
  }

  private static void print(PrintWriter out, Result result) {
    var report = result.report();
    var plan = report.plan();
    var sqs = report.queueRequestsPerTask();
    out.printf(
        "%d tasks/s for %d s, due %d ms after their Schedule, a backlog of %d; handlers of %d ms;"
            + " the store away for %d s%n",
        plan.rate(),
        plan.duration().toSeconds(),
        plan.lead().toMillis(),
        plan.backlog(),
        plan.taskTime().toMillis(),
        plan.away().toSeconds());
    out.printf(
        "%d lambdas x %d priorities x %d shards; %d frontends, %d store consumers of %d marks, %d"
            + " HSCs, %d slots a lambda; tables of %d partitions%n",
        plan.lambdas(),
        plan.priorities(),
        plan.shards(),
        plan.frontends(),
        plan.consumers(),
        plan.marks(),
        plan.hscs(),
        plan.slots(),
        plan.tablePartitions());
    out.println(ScaleReport.CONDITIONS);
    out.printf(
        "%.0f s simulated in %.0f s, %d events; seed %d, build %s%n",
        report.simulatedSeconds(),
        report.realSeconds(),
        report.happened(),
        plan.seed(),
        result.build());
    out.println();
    out.printf(
        "finished          %d of %d, %.0f/s%s%n",
        report.finished(),
        report.offered(),
        report.finishedPerSecond(),
        report.schedulesFailed() == 0
            ? ""
            : "; of %d Schedule failed".formatted(report.schedulesFailed()));
    out.printf(
        "start - due       p50 %.0f ms, p99 %.0f ms%n",
        report.startP50Millis(), report.startP99Millis());
    out.printf(
        "behind            for %.1f s after %s (tasks started more than a second late)%n",
        report.behindSeconds(),
        plan.away().isZero() ? "the first was due" : "the return of the store");
    out.printf(
        "a task            %.2f write units, %.2f read units, %.3f requests to SQS (push %.3f,"
            + " receive %.3f, delete %.3f, release %.3f, depth %.3f)%n",
        report.writeUnitsPerTask(),
        report.readUnitsPerTask(),
        sqs.sum(),
        sqs.push(),
        sqs.receive(),
        sqs.delete(),
        sqs.release(),
        sqs.depth());
    out.printf("throttled         %d writes%n", report.throttled());
    out.printf(
        "busiest partition %.0f units in a second (%s); of the index %.0f (%s)%n",
        report.busiestOfTables().writeUnits(),
        report.busiestOfTables().name(),
        report.busiestOfIndex().writeUnits(),
        report.busiestOfIndex().name());
    out.printf("in flight         %d of one queue at most%n", report.inFlightMax());
    out.printf(
        "dollars           %.2f per million tasks, %.0f an hour at that rate%n",
        result.dollarsPerMillion(), result.dollarsPerHour());
    out.flush();
  }
}
