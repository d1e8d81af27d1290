package dev.atf.lab.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atf.cli.access.Home;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.cli.service.EngineOption;
import dev.atf.lab.bench.FairnessWorkload;
import dev.atf.lab.bench.HandoverWorkload;
import dev.atf.lab.bench.LaunchBenchmark;
import dev.atf.lab.bench.PromptWorkload;
import dev.atf.lab.bench.contender.AtfContender;
import dev.atf.lab.bench.contender.EngineFloor;
import dev.atf.lab.bench.contender.LibraryContender;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Trial;
import dev.atf.lab.bench.workload.Trial.Measured;
import dev.atf.lab.bench.workload.TrialReport;
import dev.atf.local.EngineKind;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code atf bench run}: the workloads, run on ATF with one engine. */
@Command(
    name = "run",
    description = {
      "How fast is ATF on this machine, and what does a task cost in CPU time? Runs the services in"
          + " this process and an executor process for each of 3 lambdas, durably and with payloads"
          + " of 256 bytes.",
      "",
      "  schedule  calls of Schedule by 1, 8 and 32 clients, and batches of 100",
      "  drain     tasks that do nothing and are due at once, until the last begins",
      "  delivery  start - due time of tasks that are scheduled 5 s ahead at a steady rate",
      "  prompt    start - due time of delays and retries of 10 ms to 10 s, 10 a second, and of periodic"
          + " tasks of each overlap policy",
      "  priority  call - start of urgent tasks while a backlog of low priority is worked off",
      "  waiting   the drain, while more and more future tasks wait",
      "  express   call - start of tasks that are due at once, one by one",
      "  floor     schedule and drain of the engine by itself, in a bare loop without services",
      "  handover  end of a task - start of the next of its key, of its job, and after all children,"
          + " with 100 of each at a time",
      "  fairness  call - start of tasks of a quiet fairness key (--urgent) while the tasks of a noisy"
          + " one (--backlog) of the same lambda and priority are worked off",
      "  startup   commands and atf up as processes, until they have ended or are ready",
      "  idle      processor time and memory of an atf up with three executors and no task that is"
          + " due",
      ""
    },
    footer = {
      "%nExamples:",
      "  atf bench run drain floor --engine dynamodb-local --tasks 2000 --runs 5",
      "  atf bench run delivery --rate 500 --library",
      "  atf bench run --json > figures.json"
    })
final class BenchRunCommand implements Callable<Integer> {
  private static final Duration IDLE_FOR = Duration.ofSeconds(60);

  /** Workload that can be chosen. */
  enum Choice {
    SCHEDULE,
    DRAIN,
    DELIVERY,
    PROMPT,
    PRIORITY,
    WAITING,
    EXPRESS,
    FLOOR,
    HANDOVER,
    FAIRNESS,
    STARTUP,
    IDLE
  }

  @Parameters(
      arity = "0..*",
      paramLabel = "WORKLOAD",
      converter = ChoiceConverter.class,
      description = "Which of these (default: all).")
  private Set<Choice> choices = EnumSet.noneOf(Choice.class);

  @Option(
      names = "--engine",
      paramLabel = "E",
      defaultValue = "embedded",
      converter = LocalEngineConverter.class,
      description = "Of embedded, dynamodb-local (default: ${DEFAULT-VALUE}).")
  private EngineKind engine;

  @Option(
      names = "--library",
      description =
          "ATF as a library in this process, on the embedded engine, instead of executor processes;"
              + " not of handover, prompt, fairness and floor.")
  private boolean library;

  @Mixin private WorkloadOptions workloads;
  @Mixin private BenchOptions common;
  @Mixin private Bounds bounds;

  @Override
  public Integer call() throws JsonProcessingException, InterruptedException {
    workloads.require(bounds);
    var progress = new ProgressLine(System.err);
    var trial = new Trial(workloads.directory(), workloads.threads(), workloads.runs(), progress);
    var measured = new ArrayList<Measured>();
    var launch =
        new LaunchBenchmark(Home.directory().resolve("atf"), workloads.runs(), IDLE_FOR, progress);
    var starts = new ArrayList<LaunchBenchmark.Start>();
    var idle = new ArrayList<LaunchBenchmark.Idle>();
    for (var choice : choices.isEmpty() ? EnumSet.allOf(Choice.class) : choices) {
      switch (choice) {
        case STARTUP -> starts.addAll(launch.starts());
        case IDLE -> idle.add(launch.idle(workloads.idleLambdas(), workloads.idleTasks()));
        default -> {}
      }
      workloads
          .workloads(choice, false)
          .forEach(workload -> measured.addAll(trial.measure(contender(choice), workload)));
    }
    var report =
        new RunReport(TrialReport.of(measured, trial), new LaunchBenchmark.Report(starts, idle));
    common.print(report, report::print);
    return 0;
  }

  private Contender.Starter contender(Choice choice) {
    return switch (choice) {
      case FLOOR -> new EngineFloor.Starter(engine);
      case FAIRNESS ->
          new AtfContender.Starter(engine, common.pollInterval(), FairnessWorkload.SETTINGS);
      case HANDOVER ->
          new HandoverWorkload.Starter(engine, common.pollInterval(), WorkloadOptions.PLANS);
      case PROMPT -> new PromptWorkload.Starter(engine, common.pollInterval());
      default ->
          library
              ? new LibraryContender.Starter(common.pollInterval())
              : new AtfContender.Starter(engine, common.pollInterval());
    };
  }

  /** Converts the name on the command line. */
  static final class ChoiceConverter implements ITypeConverter<Choice> {
    @Override
    public Choice convert(String value) {
      for (var choice : Choice.values()) {
        if (choice.name().toLowerCase(Locale.ROOT).equals(value)) {
          return choice;
        }
      }
      throw new TypeConversionException(
          "'%s' (expected: of %s)"
              .formatted(value, List.of(Choice.values()).toString().toLowerCase(Locale.ROOT)));
    }
  }

  /** Converts the name of an engine of this machine. */
  static final class LocalEngineConverter implements ITypeConverter<EngineKind> {
    @Override
    public EngineKind convert(String value) {
      var engine = new EngineOption.Converter().convert(value);
      if (engine == EngineKind.AWS) {
        throw new TypeConversionException("'aws' (expected: of embedded, dynamodb-local)");
      }
      return engine;
    }
  }

  /**
   * Measurements of {@code atf bench run}.
   *
   * @param trial of the workloads that any task system can run
   * @param launch of processes, which only ATF has
   */
  private record RunReport(
      @JsonUnwrapped TrialReport trial, @JsonUnwrapped LaunchBenchmark.Report launch) {
    void print(PrintWriter out) {
      if (!trial.measured().isEmpty()) {
        trial.print(out);
      }
      launch.print(out);
    }
  }
}
