package dev.atf.lab.chaos;

import java.time.Duration;
import java.util.Set;

/**
 * Settings of a run.
 *
 * @param length of the time with faults
 * @param seed seed of the random faults and tasks
 * @param rate tasks a second
 */
public record ChaosOptions(Duration length, long seed, int rate, Set<FaultFamily> families) {
  public ChaosOptions {
    families = Set.copyOf(families);
  }
}
