package dev.atf.lab.chaos;

import java.time.Duration;
import java.util.Set;

/**
 * Settings of a run.
 *
 * @param length of the time with faults
 * @param seed seed of the random faults and tasks
 * @param rate tasks a second
 * @param tryTimeout time limit of each of the two tries of a Schedule
 * @param limited whether at any time faults leave one of the two frontends alone, and one of them
 *     at most starts processes
 */
public record ChaosOptions(
    Duration length,
    long seed,
    int rate,
    Set<FaultFamily> families,
    Duration tryTimeout,
    boolean limited) {
  /**
   * Time limit of a try. It is shorter than callers wait for an answer, since a frontend that hangs
   * costs the first try, and longer than a busy machine stalls.
   */
  public static final Duration TRY_TIMEOUT_DEFAULT = Duration.ofSeconds(2);

  public ChaosOptions {
    families = Set.copyOf(families);
  }
}
