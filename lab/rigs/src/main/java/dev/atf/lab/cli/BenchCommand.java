package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.lab.bench.CostBenchmark;
import dev.atf.lab.bench.IdleCost;
import dev.atf.lab.bench.IsolationBenchmark;
import dev.atf.lab.bench.outage.OutageBenchmark;
import dev.atf.local.EngineKind;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.runtime.TemporaryDirectory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atf bench}: measures the whole system on this machine. */
@Command(
    name = "bench",
    description = "Measure the whole system on this machine.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BenchRunCommand.class,
      BenchCommand.Isolation.class,
      BenchCommand.Cost.class,
      BenchCommand.Idle.class,
      BenchCommand.Outage.class,
      BenchPeersCommand.class
    })
public final class BenchCommand implements Runnable {
  private static final Duration WARM_UP = Duration.ofSeconds(40);

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which benchmark?");
  }

  @Command(
      name = "isolation",
      description = {
        "Does a lambda with a stuck handler, a retry storm or a backlog delay another lambda?",
        "Measures another lambda's start - due time while the system is quiet and beside each of"
            + " them, in one run."
      })
  static final class Isolation implements Callable<Integer> {
    @Option(
        names = "--troubles",
        paramLabel = "T",
        split = ",",
        defaultValue = "STUCK,STORM,BACKLOG",
        description = "Of ${COMPLETION-CANDIDATES} (default: all).")
    private Set<IsolationBenchmark.Trouble> troubles = Set.of();

    @Option(
        names = "--backlog",
        paramLabel = "N",
        defaultValue = "20000",
        description = "Tasks that become due at once (default: ${DEFAULT-VALUE}).")
    private int backlog;

    @Option(
        names = "--slices",
        paramLabel = "N",
        defaultValue = "5",
        description = "Of each phase, whose figures are their medians (default: ${DEFAULT-VALUE}).")
    private int slices;

    @Option(
        names = "--slice",
        paramLabel = "D",
        defaultValue = "20s",
        description = "How long each is (default: ${DEFAULT-VALUE}).")
    private Duration slice;

    @Option(
        names = "--rate",
        paramLabel = "N",
        defaultValue = "20",
        description = "The other lambda's tasks a second (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(
        names = "--handler",
        paramLabel = "D",
        defaultValue = "200ms",
        description = "How long slow and failing handlers take (default: ${DEFAULT-VALUE}).")
    private Duration handler;

    @Option(
        names = "--slots",
        paramLabel = "N",
        defaultValue = "4",
        description = "Threads of each lambda's executor (default: ${DEFAULT-VALUE}).")
    private int slots;

    @Mixin private BenchOptions common;
    @Mixin private Bounds bounds;

    @Override
    public Integer call() throws JsonProcessingException {
      bounds.require("--backlog", backlog, 1, 10_000_000);
      bounds.require("--slices", slices, 1, 100);
      bounds.require("--slice (seconds)", slice.toSeconds(), 1, 3_600);
      bounds.require("--rate", rate, 1, 10_000);
      bounds.require("--handler (milliseconds)", handler.toMillis(), 1, 60_000);
      bounds.require("--slots", slots, 1, 256);
      var options =
          new IsolationBenchmark.Options(
              troubles,
              backlog,
              slices,
              slice,
              WARM_UP,
              rate,
              handler,
              slots,
              common.pollInterval());
      var report =
          new IsolationBenchmark(options, new ProgressLine(System.err))
              .run(TemporaryDirectory.make("atf-bench-").untilExit());
      common.print(report, report::print);
      return report.allStarted() ? 0 : 1;
    }
  }

  @Command(
      name = "cost",
      description = {
        "How many write units, read units and requests does each step of a task need, and what would"
            + " AWS ask for that?",
        "Counts what the services ask of DynamoDB Local and ElasticMQ."
      })
  static final class Cost implements Callable<Integer> {
    @Option(
        names = "--tasks",
        paramLabel = "N",
        defaultValue = "100",
        description = "Of each kind, hardly any at a time (default: ${DEFAULT-VALUE}).")
    private int tasks;

    @Option(
        names = "--load",
        paramLabel = "N",
        defaultValue = "2000",
        description = "Tasks that are there at once (default: ${DEFAULT-VALUE}).")
    private int load;

    @Option(
        names = "--long",
        paramLabel = "D",
        defaultValue = "65s",
        description = {
          "How long the long tasks run; their cost is drawn out to 10 minutes (default:"
              + " ${DEFAULT-VALUE})."
        })
    private Duration longTask;

    @Option(
        names = "--idle",
        paramLabel = "D",
        defaultValue = "60s",
        description = "How long the idle system is watched (default: ${DEFAULT-VALUE}).")
    private Duration idle;

    @Mixin private BenchOptions common;
    @Mixin private Bounds bounds;

    @Override
    public Integer call() throws JsonProcessingException {
      bounds.require("--tasks", tasks, 1, 100_000);
      bounds.require("--load", load, 1, 100_000);
      bounds.require("--long (seconds)", longTask.toSeconds(), 6, 600);
      bounds.require("--idle (seconds)", idle.toSeconds(), 1, 3_600);
      var options = new CostBenchmark.Options(tasks, load, longTask, idle, common.pollInterval());
      var report =
          new CostBenchmark(options, new ProgressLine(System.err))
              .run(TemporaryDirectory.make("atf-bench-").untilExit());
      common.print(report, report::print);
      return 0;
    }
  }

  @Command(
      name = "idle-cost",
      description = {
        "How many requests does a cluster without tasks make, and what would AWS ask for them?",
        "Computed from the intervals of the code."
      })
  static final class Idle implements Callable<Integer> {
    @Option(
        names = "--lambdas",
        paramLabel = "N",
        defaultValue = "100",
        description = "Lambdas of three priorities (default: ${DEFAULT-VALUE}).")
    private int lambdas;

    @Option(
        names = "--hosts",
        paramLabel = "N",
        defaultValue = "20",
        description = "Worker hosts with executors of all lambdas (default: ${DEFAULT-VALUE}).")
    private int hosts;

    @Option(
        names = "--services",
        paramLabel = "N",
        defaultValue = "3",
        description = "Frontends, HSCs and store consumers, each (default: ${DEFAULT-VALUE}).")
    private int services;

    @Mixin private BenchOptions common;
    @Mixin private Bounds bounds;

    @Override
    public Integer call() throws JsonProcessingException {
      bounds.require("--lambdas", lambdas, 1, 100_000);
      bounds.require("--hosts", hosts, 0, 10_000);
      bounds.require("--services", services, 1, 100);
      int priorities = LambdaDefinition.PRIORITIES_DEFAULT.size();
      var cost = IdleCost.of(new IdleCost.Cluster(lambdas, priorities, hosts, services));
      common.print(cost, cost::print);
      return 0;
    }
  }

  @Command(
      name = "outage",
      description = {
        "What becomes of tasks that meet an outage of the database that they need?",
        "Each process of the services, an executor and the probe are killed in it; the tasks wait for a"
            + " condition, and are released on a ramp when the dependency is back. Exit code 1 if one"
            + " was lost, took more attempts than without the outage, ran twice at once, or came"
            + " before the ramp allowed it."
      })
  static final class Outage implements Callable<Integer> {
    @Option(
        names = "--engine",
        paramLabel = "E",
        defaultValue = "embedded",
        converter = BenchRunCommand.LocalEngineConverter.class,
        description =
            "embedded: with all services in one process, atf up; dynamodb-local: with each service in"
                + " its own (default: ${DEFAULT-VALUE}).")
    private EngineKind engine;

    @Option(
        names = "--tasks",
        paramLabel = "N",
        defaultValue = "10000",
        description = "That are scheduled at its beginning (default: ${DEFAULT-VALUE}).")
    private int tasks;

    @Option(
        names = "--outage",
        paramLabel = "D",
        defaultValue = "60s",
        description = "How long the dependency is away (default: ${DEFAULT-VALUE}).")
    private Duration outage;

    @Option(
        names = "--executors",
        paramLabel = "N",
        defaultValue = "2",
        description = "Processes of the lambda (default: ${DEFAULT-VALUE}).")
    private int executors;

    @Option(
        names = "--threads",
        paramLabel = "N",
        defaultValue = "16",
        description = "Of each (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Mixin private BenchOptions common;
    @Mixin private Bounds bounds;

    @Override
    public Integer call() throws JsonProcessingException {
      bounds.require("--tasks", tasks, 1, 1_000_000);
      bounds.require("--outage (seconds)", outage.toSeconds(), 10, 3_600);
      bounds.require("--executors", executors, 1, 64);
      bounds.require("--threads", threads, 1, 256);
      var options =
          new OutageBenchmark.Options(
              engine, tasks, outage, executors, threads, OutageBenchmark.Options.LEASE, 1);
      var report =
          new OutageBenchmark(options, new ProgressLine(System.err))
              .run(TemporaryDirectory.make("atf-bench-").untilExit());
      common.print(report, report::print);
      return report.isClean() ? 0 : 1;
    }
  }
}
