package dev.atf.simulation.run;

import dev.atf.simulation.world.FaultKind;
import dev.atf.simulation.world.Violation;
import dev.atf.simulation.world.WorldPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Result of a run of many worlds.
 *
 * @param failed the worlds in which a law was broken, by seed, at most {@link Tally#FAILED_MAX}
 * @param simulatedSeconds virtual time of all worlds together
 * @param timesFaster ratio of virtual to real time, all worlds together
 * @param taken how often each row of the lifecycle was taken, by {@code EVENT from STATUS}
 * @param fired how often each kind of fault struck
 * @param neverTaken rows that no world has taken, except rare ones
 * @param rareNotTaken rare rows that no world has taken, and that need not be ({@link RareRow})
 * @param neverFired kinds of faults that occurred in no world
 * @param contestedClaims claims made while tasks of several priorities of the lambda were ready
 * @param claimsOfHighest those of these that went to the highest ready priority
 * @param evenShareOfHighest those that would have gone to it if all ready priorities had the same
 *     share
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
    long claimsOfHighest,
    double evenShareOfHighest) {
  /** Number of worlds in which every kind of fault must occur. */
  public static final int FAMILIES_WITHIN = 200;

  /** Number of worlds in which every row must be taken. */
  public static final int ROWS_WITHIN = 500;

  /** Number of claims that suffices to judge the shares of priorities. */
  public static final int CLAIMS_WITHIN = 500;

  /**
   * World in which a law was broken.
   *
   * @param violations the first violations
   */
  public record FailedWorld(WorldPlan plan, List<Violation> violations) {}

  /** Returns whether no law was broken, and the run has covered what one of its length must. */
  public boolean isClean() {
    return failures == 0 && omissions().isEmpty();
  }

  /** Returns, in sentences, what a run of this length must cover and has not. */
  public List<String> omissions() {
    var omissions = new ArrayList<String>();
    if (worlds >= FAMILIES_WITHIN) {
      neverFired.forEach(family -> omissions.add("never struck: " + family));
    }
    if (worlds >= ROWS_WITHIN) {
      neverTaken.forEach(row -> omissions.add("row of the lifecycle never taken: " + row));
    }
    if (contestedClaims >= CLAIMS_WITHIN && claimsOfHighest <= evenShareOfHighest) {
      omissions.add(
          "the highest priority went first in only %d of %d claims (expected: more than %.0f)"
              .formatted(claimsOfHighest, contestedClaims, evenShareOfHighest));
    }
    return omissions;
  }
}
