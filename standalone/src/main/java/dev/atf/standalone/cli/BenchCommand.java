package dev.atf.standalone.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.standalone.bench.DeliveryBenchmark;
import dev.atf.standalone.local.TemporaryDirectory;
import java.time.Duration;
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
    subcommands = BenchCommand.Delivery.class)
final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which benchmark?");
  }

  @Command(
      name = "delivery",
      description = "How close to their time do tasks start that are scheduled ahead?")
  static final class Delivery implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--rate",
        paramLabel = "N",
        defaultValue = "50",
        description = "Tasks a second (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(
        names = "--duration",
        paramLabel = "D",
        defaultValue = "30s",
        converter = ApiOptions.DurationConverter.class,
        description = "How long to schedule (default: ${DEFAULT-VALUE}).")
    private Duration duration;

    @Option(
        names = "--ahead",
        paramLabel = "D",
        defaultValue = "5s",
        converter = ApiOptions.DurationConverter.class,
        description = "How far ahead (default: ${DEFAULT-VALUE}).")
    private Duration ahead;

    @Option(
        names = "--poll-interval",
        paramLabel = "D",
        defaultValue = "2s",
        converter = ApiOptions.DurationConverter.class,
        description = "Of the store consumer (default: ${DEFAULT-VALUE}).")
    private Duration pollInterval;

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    @Mixin private Bounds bounds;

    @Override
    public Integer call() throws JsonProcessingException {
      bounds.require("--rate", rate, 1, 10_000);
      bounds.require("--duration (seconds)", duration.toSeconds(), 1, 3_600);
      var report =
          new DeliveryBenchmark(new ProgressLine(System.err))
              .run(TemporaryDirectory.make("atf-bench-"), rate, duration, ahead, pollInterval);
      var out = spec.commandLine().getOut();
      if (json) {
        out.println(new ObjectMapper().writeValueAsString(report));
        out.flush();
      } else {
        report.print(out);
      }
      return report.started() == report.scheduled() ? 0 : 1;
    }
  }
}
