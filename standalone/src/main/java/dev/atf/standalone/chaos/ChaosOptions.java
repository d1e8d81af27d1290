package dev.atf.standalone.chaos;

import java.time.Duration;
import java.util.Set;

/**
 * What a run does.
 *
 * @param length of the time with faults
 * @param seed draws the faults and the tasks
 * @param rate tasks a second
 */
public record ChaosOptions(Duration length, long seed, int rate, Set<FaultFamily> families) {
  public ChaosOptions {
    families = Set.copyOf(families);
  }
}
