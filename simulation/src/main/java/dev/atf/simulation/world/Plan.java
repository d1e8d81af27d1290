package dev.atf.simulation.world;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What one seed makes of a world.
 *
 * @param faultsMax the one after so many, of any kind, and all that follow do not happen
 * @param hosts of workers: a controller each, and one executor for each lambda
 * @param runningMax tasks of one lambda at a time; 0: no bound
 * @param restlessness how often clients think again about a task, for each that they schedule
 * @param busyFor how long faults happen
 */
public record Plan(
    long seed,
    int faultsMax,
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
    Set<FaultKind> families) {
  private static final int NARROW_DRAWS = 32;

  /** Of {@link #faultsMax}: no bound. */
  public static final int NO_BOUND = Integer.MAX_VALUE;

  public Plan {
    require(faultsMax >= 0, "faultsMax: not below 0");
    require(
        Math.min(frontends, Math.min(consumers, Math.min(hscs, hosts))) >= 1,
        "frontends, consumers, hscs, hosts: at least 1 each");
    require(
        Math.min(lambdas, Math.min(priorities, slots)) >= 1,
        "lambdas, priorities, slots: at least 1 each");
    require(shards >= 1 && Integer.bitCount(shards) == 1, "shards: a power of two");
    require(
        Math.min(tasks, Math.min(clients, attemptsMax)) >= 1,
        "tasks, clients, attemptsMax: at least 1 each");
    require(Math.min(runningMax, restlessness) >= 0, "runningMax, restlessness: not below 0");
    require(busyFor.compareTo(Duration.ofSeconds(1)) >= 0, "busyFor: at least 1 s");
    // In the order of the enumeration, for a history must not depend on that of a hash.
    var ordered = EnumSet.noneOf(FaultKind.class);
    ordered.addAll(families);
    families = Collections.unmodifiableSet(ordered);
  }

  /** The same seed draws the same plan. */
  public static Plan draw(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    var families = EnumSet.noneOf(FaultKind.class);
    for (var family : FaultKind.values()) {
      int oneIn = family == FaultKind.CLOCK_LEAPS ? 6 : 2;
      if (!family.isNarrow() && random.nextInt(oneIn) == 0) {
        families.add(family);
      }
    }
    var drawn = draw(seed, families, random);
    // Apart, so that the other draws of a seed stay as they were before there were narrow faults.
    int narrow = new SplittableRandom(seed ^ 0x6A09E667L).nextInt(NARROW_DRAWS);
    return switch (narrow) {
      case 0 -> drawn.calmBut(FaultKind.STORE_PARTITION_THROTTLED);
      case 1 -> drawn.calmBut(FaultKind.CLAIMS_REFUSED);
      case 2, 3, 4 -> drawn.with(FaultKind.STORE_PARTITION_THROTTLED);
      case 5, 6, 7 -> drawn.with(FaultKind.CLAIMS_REFUSED);
      default -> drawn;
    };
  }

  private static Plan draw(long seed, Set<FaultKind> families, RandomGenerator random) {
    return new Plan(
        seed,
        NO_BOUND,
        few(random),
        few(random),
        few(random),
        few(random),
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        1 << random.nextInt(3),
        1 + random.nextInt(3),
        5 + random.nextInt(30),
        1 + random.nextInt(3),
        1 + random.nextInt(5),
        random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 0,
        1 + random.nextInt(6),
        Duration.ofSeconds(80 + random.nextInt(160) + (random.nextInt(8) == 0 ? 200 : 0)),
        families);
  }

  private Plan with(FaultKind family) {
    var more = EnumSet.of(family);
    more.addAll(families);
    return new Plan(
        seed,
        faultsMax,
        frontends,
        consumers,
        hscs,
        hosts,
        lambdas,
        priorities,
        shards,
        slots,
        tasks,
        clients,
        attemptsMax,
        runningMax,
        restlessness,
        busyFor,
        more);
  }

  /** The same, with one fault alone, one host that runs several tasks, and no operators. */
  public Plan calmBut(FaultKind family) {
    return new Plan(
        seed,
        faultsMax,
        frontends,
        consumers,
        hscs,
        1,
        Math.max(2, lambdas),
        priorities,
        shards,
        3,
        tasks,
        clients,
        attemptsMax,
        0,
        0,
        busyFor,
        EnumSet.of(family));
  }

  /** One to four, rather fewer than more. */
  private static int few(RandomGenerator random) {
    return 1 + Math.min(random.nextInt(4), random.nextInt(4));
  }

  private static void require(boolean held, String expected) {
    if (!held) {
      throw new IllegalArgumentException(expected);
    }
  }

  /** New tasks come in this time at most, so that more of what comes of them meets faults. */
  public Duration wantsFor() {
    return busyFor.dividedBy(2);
  }

  /** In every second world some tasks have ordering keys. */
  boolean hasKeys() {
    return seed % 2 == 0;
  }

  /** And in some of these a key is held by a task that failed for good. */
  boolean holdsKeys() {
    return hasKeys() && seed / 2 % 3 == 0;
  }

  /** In every third world somebody owns periodic tasks. */
  public boolean hasPeriodics() {
    return Math.floorMod(seed, 3) == 0;
  }

  /** In another third somebody owns jobs. */
  public boolean hasJobs() {
    return Math.floorMod(seed, 3) == 1;
  }

  /** Long enough for several claims of one task by executors that are not heard of. */
  boolean isLong() {
    return busyFor.compareTo(Duration.ofMinutes(4)) > 0;
  }

  /** Returns whether nothing goes wrong but narrow faults. */
  boolean hasNarrowFaultsAlone() {
    return families.stream().allMatch(FaultKind::isNarrow);
  }

  /** Returns whether nothing keeps a task from an executor that waits, but refused claims. */
  boolean claimsAtOnce() {
    return families.stream().allMatch(FaultKind.CLAIMS_REFUSED::equals)
        && hosts == 1
        && runningMax == 0
        && restlessness == 0;
  }

  boolean has(FaultKind family) {
    return families.contains(family);
  }
}
