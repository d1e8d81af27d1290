package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.lab.bench.contender.AtfContender;
import dev.atf.lab.bench.contender.LibraryContender;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Peers;
import dev.atf.lab.bench.workload.SideBySide;
import dev.atf.lab.bench.workload.Trial;
import dev.atf.lab.bench.workload.Trial.Measured;
import dev.atf.lab.cli.BenchRunCommand.Choice;
import dev.atf.local.EngineKind;
import dev.atf.runtime.config.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atf bench peers}: the workloads, run on ATF and on other libraries. */
@Command(
    name = "peers",
    description = {
      "How fast is ATF beside db-scheduler and JobRunr? The same workloads as of `bench"
          + " run`, of one after the other, with each figure as a ratio to db-scheduler's better"
          + " one.",
      "The libraries run in this process, on a PostgreSQL that is started for each of them and is"
          + " durable (fsync on). ATF runs on its embedded engine: once with its executors in"
          + " processes of their own, and once as a library in this process. CPU is counted of all"
          + " processes.",
      ""
    },
    footer = {
      "%nExamples:",
      "  atf bench peers drain --tasks 2000 --only atf,db-scheduler",
      "  atf bench peers --json > side-by-side.json"
    })
final class BenchPeersCommand implements Callable<Integer> {
  private static final Set<Choice> COMPARED =
      Collections.unmodifiableSet(
          EnumSet.of(
              Choice.SCHEDULE, Choice.DRAIN, Choice.DELIVERY, Choice.PRIORITY, Choice.WAITING));

  /** Workloads of a comparison that ends in a quarter of an hour. */
  private static final Set<Choice> BY_DEFAULT =
      Collections.unmodifiableSet(
          EnumSet.of(Choice.SCHEDULE, Choice.DRAIN, Choice.DELIVERY, Choice.PRIORITY));

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "WORKLOAD",
      converter = BenchRunCommand.ChoiceConverter.class,
      description =
          "Of schedule, drain, delivery, priority, waiting (default: all but waiting); `bench run"
              + " --help` says what they are.")
  private Set<Choice> choices = EnumSet.noneOf(Choice.class);

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description =
          "Those whose names begin so: atf embedded, atf library, db-scheduler, jobrunr (default: all).")
  private List<String> only = List.of();

  @Option(
      names = "--postgres",
      paramLabel = "DIR",
      description =
          "With initdb, pg_ctl and postgres (default: on the PATH, or where Debian's package puts"
              + " them).")
  private @Nullable Path postgres;

  @Mixin private WorkloadOptions workloads;
  @Mixin private BenchOptions common;
  @Mixin private Bounds bounds;

  @Override
  public Integer call() throws JsonProcessingException {
    workloads.require(bounds);
    if (!COMPARED.containsAll(choices)) {
      throw new ParameterException(spec.commandLine(), "WORKLOAD: of " + COMPARED);
    }
    var peers =
        Peers.find()
            .orElseThrow(
                () ->
                    new ConfigException(
                        "the other libraries are not here: `./atf bench peers`, in ATF's sources,"
                            + " fetches them"));
    var trial =
        new Trial(
            workloads.directory(),
            workloads.threads(),
            workloads.runs(),
            new ProgressLine(System.err));
    var measured = new ArrayList<Measured>();
    for (var choice : choices.isEmpty() ? BY_DEFAULT : choices) {
      var contenders = contenders(peers, choice);
      workloads
          .workloads(choice, true)
          .forEach(
              workload ->
                  contenders.forEach(each -> measured.addAll(trial.measure(each, workload))));
    }
    var report = SideBySide.of(measured, peers.yardsticks(), trial);
    common.print(report, report::print);
    return 0;
  }

  private List<Contender.Starter> contenders(Peers peers, Choice choice) {
    var all = new ArrayList<Contender.Starter>();
    all.add(new AtfContender.Starter(EngineKind.EMBEDDED, common.pollInterval()));
    all.add(new LibraryContender.Starter(common.pollInterval()));
    all.addAll(peers.starters(choice == Choice.PRIORITY, Optional.ofNullable(postgres)));
    all.removeIf(each -> !isChosen(each.name()));
    return all;
  }

  private boolean isChosen(String name) {
    return only.isEmpty() || only.stream().anyMatch(prefix -> begins(name, prefix));
  }

  private static boolean begins(String name, String prefix) {
    return name.toLowerCase(Locale.ROOT).startsWith(prefix.toLowerCase(Locale.ROOT));
  }
}
