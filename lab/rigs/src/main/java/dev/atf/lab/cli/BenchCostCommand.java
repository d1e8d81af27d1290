package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.lab.bench.CostBenchmark;
import dev.atf.runtime.TemporaryDirectory;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf bench cost}: the cost of a task on AWS, counted on the emulators. */
@Command(
    name = "cost",
    description = {
      "How many write units, read units and requests does each step of a task need, and what would"
          + " AWS ask for that?",
      "Counts what the services ask of DynamoDB Local and ElasticMQ."
    })
final class BenchCostCommand implements Callable<Integer> {
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
