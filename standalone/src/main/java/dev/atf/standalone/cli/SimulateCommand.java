package dev.atf.standalone.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.atf.runtime.MonotonicClock;
import dev.atf.simulation.run.AblationReport;
import dev.atf.simulation.run.Seeds;
import dev.atf.simulation.run.Simulation;
import dev.atf.simulation.run.SimulationReport;
import dev.atf.simulation.run.Tally;
import dev.atf.simulation.world.Ablation;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code atf simulate}: the real services in virtual time, under faults. */
@Command(
    name = "simulate",
    description = {
      "Run the real services in virtual time, under faults, and check that the laws hold.",
      "A seed makes one history: --seed N shows that of one, a line for each event."
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int SEEDS_MAX = 100_000_000;

  @Spec private CommandSpec spec;
  @Mixin private Bounds bounds;
  @ArgGroup private @Nullable What what;

  @Option(
      names = "--first",
      paramLabel = "N",
      defaultValue = "0",
      description = "The first of the seeds (default: ${DEFAULT-VALUE}).")
  private long first;

  @Option(
      names = "--width",
      paramLabel = "N",
      defaultValue = "0",
      description = "Worlds at a time (default: one for each processor).")
  private int width;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  /** One of these. */
  private static final class What {
    @Option(names = "--seeds", paramLabel = "N", description = "How many worlds (default: 1000).")
    private @Nullable Integer seeds;

    @Option(names = "--seed", paramLabel = "S", description = "This one alone, and all of it.")
    private @Nullable Long seed;

    @Option(names = "--minutes", paramLabel = "M", description = "As many as there is time for.")
    private @Nullable Integer minutes;

    @Option(
        names = "--ablate",
        paramLabel = "N",
        arity = "0..1",
        fallbackValue = "100",
        description =
            "Take away one guard after the other, and see within N worlds each whether it is"
                + " noticed (default: 100).")
    private @Nullable Integer ablate;
  }

  @Override
  public Integer call() throws JsonProcessingException {
    bounds.require("--width", width, 0, 256);
    if (what == null) {
      return many(1_000, Optional.empty());
    }
    if (what.seed != null) {
      return one(what.seed);
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

  private int one(long seed) throws JsonProcessingException {
    var world = Simulation.world(seed, true, Ablation.NOTHING);
    var out = spec.commandLine().getOut();
    if (json) {
      print(world);
    } else {
      world.lines().forEach(out::println);
      out.println(world.plan());
      world.violations().forEach(violation -> out.println("BROKEN " + violation));
      out.printf("seed %d, hash %016x, %s%n", seed, world.hash(), verdict(world.violations()));
      out.flush();
    }
    return world.violations().isEmpty() ? 0 : 1;
  }

  private static String verdict(List<String> violations) {
    return violations.isEmpty() ? "every law held" : violations.size() + " laws broken";
  }

  private int many(int count, Optional<Integer> minutes) throws JsonProcessingException {
    var clock = MonotonicClock.system();
    var tally = new Tally(clock);
    var seeds = new Seeds(first, count);
    var progress = new ProgressLine(System.err);
    long begunAt = clock.nanos();
    progress.begin(
        minutes.isPresent() ? "seconds" : "seeds", minutes.map(m -> m * 60).orElse(count));
    try (var simulation = new Simulation(widthOrAll())) {
      simulation.run(
          seeds,
          Ablation.NOTHING,
          world -> {
            tally.add(world);
            long seconds = clock.since(begunAt).toSeconds();
            progress.step(minutes.isPresent() ? (int) seconds : (int) tally.seeds());
            if (minutes.isPresent() && seconds >= minutes.get() * 60L) {
              seeds.end();
            }
          });
    }
    progress.end();
    var report = tally.report();
    if (json) {
      print(report);
    } else {
      print(report, spec.commandLine().getOut());
    }
    return report.isClean() ? 0 : 1;
  }

  private static void print(SimulationReport report, PrintWriter out) {
    for (var failed : report.failed()) {
      out.printf("seed %d %s%n", failed.seed(), failed.families());
      failed.violations().forEach(violation -> out.println("  BROKEN " + violation));
    }
    out.printf(
        "%d worlds, %d with a broken law; %.0f s simulated in %.1f s: %.0f times faster than real%n",
        report.seeds(),
        report.failures(),
        report.simulatedSeconds(),
        report.realSeconds(),
        report.timesFaster());
    out.println("events: " + report.events());
    out.println("faults: " + report.fired());
    if (!report.neverTaken().isEmpty()) {
      out.println("never seen: " + report.neverTaken());
    }
    if (!report.neverFired().isEmpty()) {
      out.println("never struck: " + report.neverFired());
    }
    if (!report.isClean()) {
      out.println("A history: atf simulate --seed " + report.failed().get(0).seed());
    }
    out.flush();
  }

  private int ablate(int most) throws JsonProcessingException {
    var all = Ablation.all();
    var progress = new ProgressLine(System.err);
    progress.begin("ablations", all.size());
    var reports = new ArrayList<AblationReport>();
    try (var simulation = new Simulation(widthOrAll())) {
      for (var ablation : all) {
        reports.add(ablate(simulation, ablation, most));
        progress.step(reports.size());
      }
    }
    progress.end();
    long noticed = reports.stream().filter(report -> report.violation().isPresent()).count();
    if (json) {
      print(reports);
    } else {
      var out = spec.commandLine().getOut();
      for (var report : reports) {
        out.printf(
            "%-42s %s%n",
            report.missing(),
            report
                .violation()
                .map(violation -> "within %d: %s".formatted(report.seedsTaken(), violation))
                .orElse("NOT NOTICED within " + report.seedsTaken()));
      }
      out.printf("%d of %d noticed%n", noticed, reports.size());
      out.flush();
    }
    return noticed == reports.size() ? 0 : 1;
  }

  private AblationReport ablate(Simulation simulation, Ablation ablation, int most) {
    var seeds = new Seeds(first, most);
    var tally = new Tally(MonotonicClock.system());
    var noticed = new AtomicReference<AblationReport>();
    simulation.run(
        seeds,
        ablation,
        world -> {
          tally.add(world);
          if (!world.violations().isEmpty() && noticed.get() == null) {
            seeds.end();
            noticed.set(
                new AblationReport(
                    ablation.name(), tally.seeds(), Optional.of(world.violations().get(0))));
          }
        });
    var found = noticed.get();
    return found == null
        ? new AblationReport(ablation.name(), tally.seeds(), Optional.empty())
        : found;
  }

  private int widthOrAll() {
    return width == 0 ? Runtime.getRuntime().availableProcessors() : width;
  }

  private void print(Object document) throws JsonProcessingException {
    var out = spec.commandLine().getOut();
    var mapper =
        new ObjectMapper().registerModule(new Jdk8Module()).registerModule(new JavaTimeModule());
    out.println(mapper.writeValueAsString(document));
    out.flush();
  }
}
