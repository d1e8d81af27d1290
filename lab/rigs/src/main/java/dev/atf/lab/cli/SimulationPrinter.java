package dev.atf.lab.cli;

import dev.atf.cli.Version;
import dev.atf.simulation.run.AblationReport;
import dev.atf.simulation.run.PlanJson;
import dev.atf.simulation.run.Shrunk;
import dev.atf.simulation.run.SimulationReport;
import dev.atf.simulation.world.WorldPlan;
import dev.atf.simulation.world.WorldReport;
import java.io.PrintWriter;
import java.util.List;

/** Results of simulated worlds, as text. */
final class SimulationPrinter {
  private final PrintWriter out;

  SimulationPrinter(PrintWriter out) {
    this.out = out;
  }

  /** Prints one world: a line for each event, then its settings and what was violated. */
  void history(WorldReport world) {
    world.lines().forEach(out::println);
    out.println("build " + Version.build());
    out.println("plan " + PlanJson.text(world.plan()));
    world.violations().forEach(violation -> out.println("BROKEN " + violation));
    out.printf(
        "seed %d, hash %016x, %s%n",
        world.plan().seed(),
        world.hash(),
        world.isClean() ? "every law held" : world.violations().size() + " laws broken");
    out.flush();
  }

  void shrunk(Shrunk shrunk) {
    out.printf(
        "%s world after %d tried in which this is broken: %s%n",
        shrunk.smallest() ? "The smallest" : "Time is up; the smallest so far",
        shrunk.tried(),
        shrunk.law());
    out.println("  " + reproduction(shrunk.world().plan()));
    out.flush();
  }

  void failures(SimulationReport report) {
    for (var failed : report.failed()) {
      var plan = failed.plan();
      out.printf("seed %d, plan %s%n", plan.seed(), PlanJson.text(plan));
      failed.violations().forEach(violation -> out.println("  BROKEN " + violation));
      out.println("  " + reproduction(plan));
    }
    report.omissions().forEach(omission -> out.println("MISSING " + omission));
  }

  void counts(SimulationReport report) {
    out.printf(
        "%d worlds, %d with a broken law; %.0f s simulated in %.1f s: %.1f worlds a second, %.0f"
            + " times faster than real%n",
        report.worlds(),
        report.failures(),
        report.simulatedSeconds(),
        report.realSeconds(),
        report.worlds() / report.realSeconds(),
        report.timesFaster());
    out.println("taken: " + report.taken());
    out.println("faults: " + report.fired());
    if (!report.neverTaken().isEmpty()) {
      out.println("never taken: " + report.neverTaken());
    }
    if (!report.rareNotTaken().isEmpty()) {
      out.println("never taken, and rare: " + report.rareNotTaken());
    }
    if (!report.neverFired().isEmpty()) {
      out.println("never struck: " + report.neverFired());
    }
    out.println("build " + Version.build());
    out.flush();
  }

  void ablations(List<AblationReport> reports, long worlds, double seconds) {
    for (var report : reports) {
      out.printf(
          "%-42s %s%n",
          report.missing(),
          report
              .violation()
              .map(violation -> "within %d: %s".formatted(report.seedsTaken(), violation))
              .orElse("NOT NOTICED within " + report.seedsTaken()));
    }
    out.printf(
        "%d of %d noticed; half of them within %d; %d worlds in %.1f s: %.1f a second%n",
        reports.stream().filter(AblationReport::isNoticed).count(),
        reports.size(),
        AblationReport.medianSeeds(reports),
        worlds,
        seconds,
        worlds / seconds);
    out.println("build " + Version.build());
    out.flush();
  }

  private static String reproduction(WorldPlan plan) {
    return plan.equals(WorldPlan.draw(plan.seed()))
        ? "atf simulate --seed " + plan.seed()
        : "atf simulate --plan '%s'".formatted(PlanJson.text(plan));
  }
}
