package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.lab.bench.outage.OutageBenchmark;
import dev.atf.local.EngineKind;
import dev.atf.runtime.TemporaryDirectory;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf bench outage}: tasks that wait for a dependency that is away. */
@Command(
    name = "outage",
    description = {
      "What becomes of tasks that meet an outage of the database that they need?",
      "Each process of the services, an executor and the probe are killed in it; the tasks wait for a"
          + " condition, and are released on a ramp when the dependency is back. Exit code 1 if one"
          + " was lost, took more attempts than without the outage, ran twice at once, or came"
          + " before the ramp allowed it."
    })
final class BenchOutageCommand implements Callable<Integer> {
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
        new OutageBenchmark.Options(engine, tasks, outage, executors, threads, OutageBenchmark.Options.LEASE, 1);
    var report =
        new OutageBenchmark(options, new ProgressLine(System.err))
            .run(TemporaryDirectory.make("atf-bench-").untilExit());
    common.print(report, report::print);
    return report.isClean() ? 0 : 1;
  }
}
