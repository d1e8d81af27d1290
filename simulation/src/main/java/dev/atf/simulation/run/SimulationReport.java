package dev.atf.simulation.run;

import dev.atf.simulation.world.FaultKind;
import dev.atf.simulation.world.Plan;
import dev.atf.simulation.world.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What came of a run of many worlds.
 *
 * @param failed the worlds in which a law was broken, by seed, at most {@link Tally#FAILED_MAX}
 * @param simulatedSeconds of all worlds together, in their own time
 * @param timesFaster than real time, all worlds together
 * @param taken how often each row of the lifecycle was taken, by {@code EVENT from STATUS}
 * @param fired how often each kind of fault struck
 * @param neverTaken rows that no world has seen, but for rare ones
 * @param rareNotTaken rows that no world has seen, and need not ({@link RareRow})
 * @param neverFired faults that no world has seen
 * @param contestedClaims made while tasks of several priorities of the lambda were ready
 * @param claimsOfHighest of these, the ones of the highest priority that was
 */
public record SimulationReport(
    long worlds,
    long failures,
    List<FailedWorld> failed,
    double simulatedSeconds,
    double realSeconds,
    double timesFaster,
    Map<String, Long> taken,
    Map<FaultKind, Long> fired,
    List<String> neverTaken,
    List<String> rareNotTaken,
    Set<FaultKind> neverFired,
    long contestedClaims,
    long claimsOfHighest) {
  /** A run of so many worlds sees every kind of fault, or something is wrong with the faults. */
  public static final int FAMILIES_WITHIN = 200;

  /** A run of so many worlds takes every row, or something is wrong with the workload. */
  public static final int ROWS_WITHIN = 500;

  /** So many claims show the shares of priorities. */
  public static final int CLAIMS_WITHIN = 500;

  /**
   * One world in which a law was broken.
   *
   * @param violations the first of them
   */
  public record FailedWorld(Plan plan, List<Violation> violations) {}

  /** No law was broken, and a run so long has seen what it must. */
  public boolean isClean() {
    return failures == 0 && omissions().isEmpty();
  }

  /** What a run so long must have seen and has not, in sentences. */
  public List<String> omissions() {
    var omissions = new ArrayList<String>();
    if (worlds >= FAMILIES_WITHIN) {
      neverFired.forEach(family -> omissions.add("never struck: " + family));
    }
    if (worlds >= ROWS_WITHIN) {
      neverTaken.forEach(row -> omissions.add("row of the lifecycle never taken: " + row));
    }
    if (contestedClaims >= CLAIMS_WITHIN && 2 * claimsOfHighest < contestedClaims) {
      omissions.add(
          "the highest priority went first in only %d of %d claims"
              .formatted(claimsOfHighest, contestedClaims));
    }
    return omissions;
  }
}
