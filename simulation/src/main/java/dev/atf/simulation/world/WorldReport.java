package dev.atf.simulation.world;

import dev.atf.model.transition.TaskLifecycle.Row;
import dev.atf.simulation.check.Shares;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What became of one world.
 *
 * @param simulated how long it lasted, in its own time
 * @param happened wake-ups of threads and other happenings
 * @param hash of everything that was told: the same for the same seed
 * @param violations empty if all was well
 * @param lines one for each event, if they were to be kept
 * @param taken how often each row of the lifecycle was taken, in the table's order
 * @param fired how often each kind of fault struck
 * @param shares which priorities went first
 */
public record WorldReport(
    Plan plan,
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

  /** Whether {@code law} was broken here. */
  public boolean broke(String law) {
    return violations.stream().anyMatch(violation -> violation.law().equals(law));
  }
}
