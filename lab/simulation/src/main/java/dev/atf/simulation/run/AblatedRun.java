package dev.atf.simulation.run;

import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.WorldReport;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Looks for the first seed in which a rule notices that something is missing. */
public final class AblatedRun {
  private final Simulation simulation;
  private final Consumer<WorldReport> each;

  /**
   * @param each called with the report of every world that has ended, one at a time
   */
  public AblatedRun(Simulation simulation, Consumer<WorldReport> each) {
    this.simulation = simulation;
    this.each = each;
  }

  /**
   * Runs seeds until a violation is noticed. The answer does not depend on the number of threads:
   * seeds are given out in order, and the run waits for those in progress.
   *
   * @param first the first seed
   * @param most number of seeds to try
   */
  public AblationReport run(Ablation ablation, long first, long most) {
    var seeds = new Seeds(first, most);
    var noticed =
        new TreeSet<WorldReport>(Comparator.comparing((WorldReport world) -> world.plan().seed()));
    simulation.run(
        seeds,
        ablation,
        world -> {
          each.accept(world);
          if (!world.isClean()) {
            seeds.end();
            noticed.add(world);
          }
        });
    if (noticed.isEmpty()) {
      return new AblationReport(ablation.name(), most, Optional.empty());
    }
    var earliest = noticed.first();
    return new AblationReport(
        ablation.name(),
        earliest.plan().seed() - first + 1,
        Optional.of(earliest.violations().get(0)));
  }
}
