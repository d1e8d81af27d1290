package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.lab.bench.IsolationBenchmark;
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
      BenchCostCommand.class,
      BenchIdleCostCommand.class,
      BenchOutageCommand.class,
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
}
