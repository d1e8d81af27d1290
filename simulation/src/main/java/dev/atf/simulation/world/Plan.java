package dev.atf.simulation.world;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * What one seed makes of a world.
 *
 * @param hosts of workers: a controller each, and one executor for each lambda
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
    Duration busyFor,
    Set<Family> families) {

  /** The same seed draws the same plan. */
  public static Plan draw(long seed) {
    RandomGenerator random = new Random(seed);
    var families = EnumSet.noneOf(Family.class);
    for (var family : Family.values()) {
      if (random.nextBoolean()) {
        families.add(family);
      }
    }
    return new Plan(
        seed,
        1 + random.nextInt(2),
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        1 << random.nextInt(3),
        1 + random.nextInt(3),
        5 + random.nextInt(40),
        1 + random.nextInt(3),
        1 + random.nextInt(5),
        Duration.ofSeconds(30 + random.nextInt(120)),
        families);
  }

  boolean has(Family family) {
    return families.contains(family);
  }
}
