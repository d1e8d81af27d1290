package dev.atf.simulation.world;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What one seed makes of a world.
 *
 * @param hosts of workers: a controller each, and one executor for each lambda
 * @param runningMax tasks of one lambda at a time; 0: no bound
 * @param restlessness how often clients think again about a task, for each that they schedule
 * @param busyFor how long tasks are scheduled and faults happen; then all is well
 */
public record Plan(
    long seed,
    int frontends,
    int consumers,
    int hscs,
    int hosts,
    int lambdas,
    int priorities,
    int shards,
    int slots,
    int tasks,
    int clients,
    int attemptsMax,
    int runningMax,
    int restlessness,
    Duration busyFor,
    Set<Family> families) {

  /** The same seed draws the same plan. */
  public static Plan draw(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    var families = EnumSet.noneOf(Family.class);
    for (var family : Family.values()) {
      int oneIn = family == Family.CLOCK_LEAPS ? 6 : 2;
      if (random.nextInt(oneIn) == 0) {
        families.add(family);
      }
    }
    return new Plan(
        seed,
        few(random),
        few(random),
        few(random),
        few(random),
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        1 << random.nextInt(3),
        1 + random.nextInt(3),
        5 + random.nextInt(40),
        1 + random.nextInt(3),
        1 + random.nextInt(5),
        random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 0,
        1 + random.nextInt(6),
        Duration.ofSeconds(30 + random.nextInt(120)),
        families);
  }

  /** One to four, rather fewer than more. */
  private static int few(RandomGenerator random) {
    return 1 + Math.min(random.nextInt(4), random.nextInt(4));
  }

  boolean has(Family family) {
    return families.contains(family);
  }
}
