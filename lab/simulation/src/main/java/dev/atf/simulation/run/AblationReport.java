package dev.atf.simulation.run;

import dev.atf.simulation.world.Violation;
import java.util.List;
import java.util.Optional;

/**
 * Result of an ablation: whether a rule noticed that something is missing.
 *
 * @param missing the guard, change or margin that was removed
 * @param seedsTaken number of seeds it took; all of them if nothing was noticed
 * @param violation what was noticed in the last of them
 */
public record AblationReport(String missing, long seedsTaken, Optional<Violation> violation) {
  public boolean isNoticed() {
    return violation.isPresent();
  }

  /**
   * Returns the median of the seeds taken; one that was not noticed counts with all of its seeds.
   *
   * @param reports at least one
   */
  public static long medianSeeds(List<AblationReport> reports) {
    var sorted = reports.stream().mapToLong(AblationReport::seedsTaken).sorted().toArray();
    return sorted[(sorted.length - 1) / 2];
  }
}
