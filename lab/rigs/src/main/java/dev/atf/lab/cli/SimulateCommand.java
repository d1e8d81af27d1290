package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.atf.cli.Version;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.ProgressLine;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.run.AblatedRun;
import dev.atf.simulation.run.AblationReport;
import dev.atf.simulation.run.KeptWorld;
import dev.atf.simulation.run.PlanJson;
import dev.atf.simulation.run.Seeds;
import dev.atf.simulation.run.Shrinker;
import dev.atf.simulation.run.Shrunk;
import dev.atf.simulation.run.Simulation;
import dev.atf.simulation.run.SimulationReport;
import dev.atf.simulation.run.Tally;
import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.FaultKind;
import dev.atf.simulation.world.WorldPlan;
import dev.atf.simulation.world.WorldReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code atf simulate}: the real services in virtual time, under faults. */
@Command(
    name = "simulate",
    subcommands = SimulateScaleCommand.class,
    description = {
      "Run the real services in virtual time, under faults, and check that the laws hold.",
      "Each seed determines one history. --seed N prints that history, one line per event.",
      "Worlds that once broke a law are kept, and run before the seeds."
    })
public final class SimulateCommand implements Callable<Integer> {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private static final int SEEDS_MAX = 100_000_000;

  /** Maximum time of a search for a smaller world. It suffices for a few hundred worlds. */
  private static final Duration SHRINKING_MAX = Duration.ofMinutes(1);

  @Spec private CommandSpec spec;
  @Mixin private Bounds bounds;
  @ArgGroup private @Nullable What what;

  @Option(
      names = "--first",
      paramLabel = "N",
      defaultValue = "0",
      description = "First seed (default: ${DEFAULT-VALUE}).")
  private long first;

  @Option(
      names = "--fault",
      paramLabel = "KIND",
      description = {
        "With many seeds: a kind of fault that every world has; with odd seeds, the only kind.",
        "One of: ${COMPLETION-CANDIDATES}."
      })
  private @Nullable FaultKind fault;

  @Option(
      names = "--width",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of worlds that run at the same time (default: one per processor).")
  private int width;

  @Option(
      names = "--shrink",
      negatable = true,
      description =
          "Search for a smaller world that breaks the same law, for at most one minute (default:"
              + " only for the first failing world of many, not with --seed or --plan).")
  private @Nullable Boolean shrink;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "With --ablate: only guards whose names contain this text (default: all).")
  private String only = "";

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  /** Exclusive options. */
  private static final class What {
    @Option(names = "--seeds", paramLabel = "N", description = "Number of worlds (default: 1000).")
    private @Nullable Integer seeds;

    @Option(
        names = "--seed",
        paramLabel = "S",
        description = "Run only this seed, and print its history.")
    private @Nullable Long seed;

    @Option(
        names = "--plan",
        paramLabel = "JSON|FILE",
        converter = PlanOption.class,
        description =
            "Run only this world, and print its history. Failures and --shrink print such plans.")
    private @Nullable WorldPlan plan;

    @Option(
        names = "--minutes",
        paramLabel = "M",
        description = "Run as many worlds as possible within this time.")
    private @Nullable Integer minutes;

    @Option(
        names = "--ablate",
        paramLabel = "N",
        arity = "0..1",
        fallbackValue = "1000",
        description =
            "Remove one guard at a time, and check whether a rule notices it within N worlds"
                + " (default: 1000).")
    private @Nullable Integer ablate;
  }

  @Override
  public Integer call() throws JsonProcessingException {
    bounds.require("--width", width, 0, 256);
    if (what == null) {
      return many(1_000, Optional.empty());
    }
    if (what.seed != null) {
      return one(WorldPlan.draw(what.seed));
    }
    if (what.plan != null) {
      return one(what.plan);
    }
    if (what.ablate != null) {
      bounds.require("--ablate", what.ablate, 1, SEEDS_MAX);
      return ablate(what.ablate);
    }
    if (what.minutes != null) {
      bounds.require("--minutes", what.minutes, 1, 100_000);
      return many(SEEDS_MAX, Optional.of(what.minutes));
    }
    int seeds = what.seeds == null ? 1_000 : what.seeds;
    bounds.require("--seeds", seeds, 1, SEEDS_MAX);
    return many(seeds, Optional.empty());
  }

  private int one(WorldPlan plan) throws JsonProcessingException {
    var world = Simulation.world(plan, true, Ablation.NOTHING);
    var shrunk =
        world.isClean() || !Boolean.TRUE.equals(shrink) ? Optional.<Shrunk>empty() : shrink(world);
    if (json) {
      print(new OneWorld(Version.build(), world, shrunk.map(SmallerPlan::of)));
    } else {
      printer().history(world);
      shrunk.ifPresent(printer()::shrunk);
    }
    return world.isClean() ? 0 : 1;
  }

  private int many(int count, Optional<Integer> minutes) throws JsonProcessingException {
    var seeds = new Seeds(first, count, Optional.ofNullable(fault));
    try (var interruption = new Interruption(seeds::end)) {
      return many(seeds, count, minutes, interruption);
    }
  }

  private int many(Seeds seeds, int count, Optional<Integer> minutes, Interruption interruption)
      throws JsonProcessingException {
    var clock = MonotonicClock.system();
    var kept = new Tally(clock);
    var tally = new Tally(clock);
    try (var simulation = new Simulation(widthOrAll())) {
      var plans = KeptWorld.plans();
      var progress = new ProgressLine(System.err);
      progress.begin("kept worlds", plans.size());
      simulation.run(
          plans,
          Ablation.NOTHING,
          world -> {
            kept.add(world);
            progress.step((int) kept.worlds());
          });
      run(seeds, simulation, tally, clock, progress, count, minutes);
      progress.end();
    }
    var keptReport = kept.report();
    var report = tally.report();
    boolean clean = keptReport.isClean() && report.isClean();
    var failed = Stream.concat(keptReport.failed().stream(), report.failed().stream()).findFirst();
    var shrunk =
        Boolean.FALSE.equals(shrink) || interruption.happened()
            ? Optional.<Shrunk>empty()
            : failed.flatMap(
                first -> shrink(Simulation.world(first.plan(), false, Ablation.NOTHING)));
    if (json) {
      print(
          new ManyWorlds(
              Version.build(),
              clean,
              interruption.happened(),
              keptReport,
              report,
              shrunk.map(SmallerPlan::of)));
    } else {
      printer().failures(keptReport);
      printer().failures(report);
      shrunk.ifPresent(printer()::shrunk);
      printer().counts(report);
      if (interruption.happened()) {
        System.err.println("atf: interrupted; the results cover only the worlds that ran before");
      }
    }
    return clean ? 0 : 1;
  }

  private static void run(
      Seeds seeds,
      Simulation simulation,
      Tally tally,
      MonotonicClock clock,
      ProgressLine progress,
      int count,
      Optional<Integer> minutes) {
    long begunAt = clock.nanos();
    progress.begin(
        minutes.isPresent() ? "seconds" : "seeds", minutes.map(m -> m * 60).orElse(count));
    simulation.run(
        seeds,
        Ablation.NOTHING,
        world -> {
          tally.add(world);
          long seconds = clock.since(begunAt).toSeconds();
          progress.step(minutes.isPresent() ? (int) seconds : (int) tally.worlds());
          if (minutes.isPresent() && seconds >= minutes.get() * 60L) {
            seeds.end();
          }
        });
  }

  private static Optional<Shrunk> shrink(WorldReport broken) {
    var clock = MonotonicClock.system();
    long begunAt = clock.nanos();
    var progress = new ProgressLine(System.err);
    progress.begin("seconds of shrinking", (int) SHRINKING_MAX.toSeconds());
    var shrunk =
        new Shrinker(
                plan -> Simulation.world(plan, false, Ablation.NOTHING),
                () -> {
                  var since = clock.since(begunAt);
                  progress.step((int) since.toSeconds());
                  return since.compareTo(SHRINKING_MAX) < 0;
                })
            .shrink(broken);
    progress.end();
    return Optional.of(shrunk);
  }

  private int ablate(int most) throws JsonProcessingException {
    var all = Ablation.all().stream().filter(one -> one.name().contains(only)).toList();
    if (all.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--only: '" + only + "' (expected: a part of a guard's name)");
    }
    var clock = MonotonicClock.system();
    long begunAt = clock.nanos();
    var progress = new ProgressLine(System.err);
    progress.begin("ablations", all.size());
    var reports = new ArrayList<AblationReport>();
    var worlds = new AtomicLong();
    try (var simulation = new Simulation(widthOrAll())) {
      var run = new AblatedRun(simulation, world -> worlds.incrementAndGet());
      for (var ablation : all) {
        reports.add(run.run(ablation, first, most));
        progress.step(reports.size());
      }
    }
    progress.end();
    if (json) {
      print(
          new Ablated(Version.build(), AblationReport.medianSeeds(reports), worlds.get(), reports));
    } else {
      double seconds = clock.since(begunAt).toMillis() / 1e3;
      printer().ablations(reports, worlds.get(), seconds);
    }
    return reports.stream().allMatch(AblationReport::isNoticed) ? 0 : 1;
  }

  private record OneWorld(String build, WorldReport world, Optional<SmallerPlan> shrunk) {}

  private record ManyWorlds(
      String build,
      boolean clean,
      boolean interrupted,
      SimulationReport kept,
      SimulationReport seeds,
      Optional<SmallerPlan> shrunk) {}

  private record Ablated(
      String build, long medianSeeds, long worlds, List<AblationReport> ablations) {}

  private record SmallerPlan(String law, int tried, boolean smallest, WorldPlan plan) {
    static SmallerPlan of(Shrunk shrunk) {
      return new SmallerPlan(
          shrunk.law(), shrunk.tried(), shrunk.smallest(), shrunk.world().plan());
    }
  }

  private SimulationPrinter printer() {
    return new SimulationPrinter(spec.commandLine().getOut());
  }

  private int widthOrAll() {
    return width == 0 ? Runtime.getRuntime().availableProcessors() : width;
  }

  private void print(Object document) throws JsonProcessingException {
    printJson(spec.commandLine().getOut(), document);
  }

  /** Prints the result of a simulation as one JSON document. */
  static void printJson(PrintWriter out, Object document) throws JsonProcessingException {
    out.println(MAPPER.writeValueAsString(document));
    out.flush();
  }

  /** Plan of a simulated world: one line of JSON, or a file that contains it. */
  static final class PlanOption implements ITypeConverter<WorldPlan> {
    @Override
    public WorldPlan convert(String value) {
      try {
        return PlanJson.parse(value.strip().startsWith("{") ? value : read(value));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }

    private static String read(String file) {
      try {
        return Files.readString(Path.of(file));
      } catch (MalformedInputException e) {
        throw new TypeConversionException(file + " is not a text file");
      } catch (IOException e) {
        throw new TypeConversionException(
            file + " is neither a plan nor a file that can be read (expected: {\"seed\":N,…})");
      }
    }
  }
}
