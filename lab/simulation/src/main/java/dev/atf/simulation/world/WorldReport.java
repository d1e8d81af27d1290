package dev.atf.simulation.world;

import dev.atf.model.task.TaskLifecycle.Row;
import dev.atf.simulation.check.Shares;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Result of one world.
 *
 * @param simulated virtual time that it lasted
 * @param happened number of wake-ups of threads and other events
 * @param hash hash of all logged events: the same for the same seed
 * @param violations empty if no law was broken
 * @param lines one for each event, if they were to be kept
 * @param taken how often each row of the lifecycle was taken, in the table's order
 * @param fired how often each kind of fault struck
 * @param shares counts of priorities that went first
 */
public record WorldReport(
    WorldPlan plan,
    Duration simulated,
    long happened,
    long hash,
    List<Violation> violations,
    List<String> lines,
    Map<Row, Integer> taken,
    Map<FaultKind, Integer> fired,
    Shares.Count shares) {
  public boolean isClean() {
    return violations.isEmpty();
  }

  /** Returns whether {@code law} was broken. */
  public boolean broke(String law) {
    return violations.stream().anyMatch(violation -> violation.law().equals(law));
  }
}
