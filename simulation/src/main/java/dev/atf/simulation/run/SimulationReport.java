package dev.atf.simulation.run;

import dev.atf.model.TaskEvent;
import dev.atf.simulation.world.Family;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What came of a run of many worlds.
 *
 * @param failed the worlds in which a rule was broken, at most {@link Tally#FAILED_MAX} of them
 * @param simulatedSeconds of all worlds together, in their own time
 * @param timesFaster than real time, all worlds together
 * @param events how often each was applied by a store
 * @param fired how often each kind of fault struck
 * @param neverTaken events that no world has seen
 * @param neverFired faults that no world has seen
 */
public record SimulationReport(
    long seeds,
    long failures,
    List<FailedSeed> failed,
    double simulatedSeconds,
    double realSeconds,
    double timesFaster,
    Map<TaskEvent, Long> events,
    Map<Family, Long> fired,
    Set<TaskEvent> neverTaken,
    Set<Family> neverFired) {

  /**
   * One world in which a rule was broken.
   *
   * @param violations the first of them
   */
  public record FailedSeed(long seed, Set<Family> families, List<String> violations) {}

  public boolean isClean() {
    return failures == 0;
  }
}
