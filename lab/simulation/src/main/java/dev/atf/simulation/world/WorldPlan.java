package dev.atf.simulation.world;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Parameters of a world, drawn by its seed.
 *
 * @param faultsMax number of faults, of any kind, after which no more happen
 * @param hosts hosts of workers, each with a controller and one executor for each lambda
 * @param runningMax running tasks of one lambda; 0 for no bound
 * @param restlessness largest number of changes that clients make for each task that they schedule
 * @param outages number of times that a dependency of handlers is away
 * @param busyFor time in which faults happen
 */
public record WorldPlan(
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
    int outages,
    Duration busyFor,
    Set<FaultKind> families) {
  private static final int DRAWS_APART = 32;
  private static final int OUTAGES_ONE_IN = 3;
  private static final int OUTAGES_MAX = 4;
  private static final int RATES_ONE_IN = 3;

  /** Value of {@link #faultsMax} without a bound. */
  public static final int NO_BOUND = Integer.MAX_VALUE;

  public WorldPlan {
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
    require(
        Math.min(Math.min(runningMax, restlessness), outages) >= 0,
        "runningMax, restlessness, outages: not below 0");
    require(busyFor.compareTo(Duration.ofSeconds(1)) >= 0, "busyFor: at least 1 s");
    // In the order of the enumeration, since a history must not depend on hash order.
    var ordered = EnumSet.noneOf(FaultKind.class);
    ordered.addAll(families);
    families = Collections.unmodifiableSet(ordered);
  }

  /** Draws the plan of a seed; the same seed draws the same plan. */
  public static WorldPlan draw(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    var families = EnumSet.noneOf(FaultKind.class);
    for (var family : FaultKind.values()) {
      int oneIn = family == FaultKind.CLOCK_LEAPS ? 6 : 2;
      if (!family.isDrawnApart() && random.nextInt(oneIn) == 0) {
        families.add(family);
      }
    }
    var drawn = draw(seed, families, random);
    // A generator of its own, so that the other draws of a seed are the same without these faults.
    int apart = new SplittableRandom(seed ^ 0x6A09E667L).nextInt(DRAWS_APART);
    return switch (apart) {
      case 0 -> drawn.calmBut(FaultKind.STORE_PARTITION_THROTTLED);
      case 1 -> drawn.calmBut(FaultKind.CLAIMS_REFUSED);
      case 2, 3, 4 -> drawn.with(FaultKind.STORE_PARTITION_THROTTLED);
      case 5, 6, 7 -> drawn.with(FaultKind.CLAIMS_REFUSED);
      case 8 -> drawn.calmBut(FaultKind.ZONE_LOSS);
      case 9, 10, 11 -> drawn.with(FaultKind.ZONE_LOSS);
      default -> drawn;
    };
  }

  private static WorldPlan draw(long seed, Set<FaultKind> families, RandomGenerator random) {
    return new WorldPlan(
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
        outages(seed),
        Duration.ofSeconds(80 + random.nextInt(160) + (random.nextInt(8) == 0 ? 200 : 0)),
        families);
  }

  /** Draws the outages apart, so that the other draws of a seed are the same without them. */
  private static int outages(long seed) {
    var random = new SplittableRandom(seed ^ 0x510E527FL);
    return random.nextInt(OUTAGES_ONE_IN) == 0 ? 1 + random.nextInt(OUTAGES_MAX) : 0;
  }

  /** Returns this plan with one more kind of fault. */
  public WorldPlan with(FaultKind family) {
    var more = EnumSet.of(family);
    more.addAll(families);
    return changed(frontends, hosts, lambdas, slots, runningMax, restlessness, outages, more);
  }

  /**
   * Returns this plan with one kind of fault. A narrow one has one host with several slots, and
   * neither operators nor outages; where a zone is lost there are frontends in another.
   */
  public WorldPlan calmBut(FaultKind family) {
    var alone = EnumSet.of(family);
    return family.isNarrow()
        ? changed(frontends, 1, Math.max(2, lambdas), 3, 0, 0, 0, alone)
        : changed(
            Math.max(2, frontends),
            hosts,
            lambdas,
            slots,
            runningMax,
            restlessness,
            outages,
            alone);
  }

  private WorldPlan changed(
      int frontends,
      int hosts,
      int lambdas,
      int slots,
      int runningMax,
      int restlessness,
      int outages,
      Set<FaultKind> families) {
    return new WorldPlan(
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
        outages,
        busyFor,
        families);
  }

  /** Returns one to four, rather fewer than more. */
  private static int few(RandomGenerator random) {
    return 1 + Math.min(random.nextInt(4), random.nextInt(4));
  }

  private static void require(boolean held, String expected) {
    if (!held) {
      throw new IllegalArgumentException(expected);
    }
  }

  /** Returns the time in which tasks are scheduled, short enough that most meet faults. */
  public Duration wantsFor() {
    return busyFor.dividedBy(2);
  }

  /** Returns whether some tasks have ordering keys: in every second world. */
  boolean hasKeys() {
    return seed % 2 == 0;
  }

  /** Returns whether a task that failed permanently holds its key: in some worlds with keys. */
  boolean holdsKeys() {
    return hasKeys() && seed / 2 % 3 == 0;
  }

  /** Returns whether there are periodic tasks: in every third world. */
  public boolean hasPeriodics() {
    return Math.floorMod(seed, 3) == 0;
  }

  /** Returns whether there are jobs: in another third of the worlds. */
  public boolean hasJobs() {
    return Math.floorMod(seed, 3) == 1;
  }

  /** Returns whether some tasks ask for a notice of their end: in the last third of the worlds. */
  boolean hasNotices() {
    return Math.floorMod(seed, 3) == 2;
  }

  /**
   * Returns the largest number of tasks of a lambda and priority that are released per second, in
   * every third world with operators; 0 for no bound.
   */
  double dispatchRate() {
    var random = new SplittableRandom(seed ^ 0x9B05688CL);
    return restlessness > 0 && random.nextInt(RATES_ONE_IN) == 0 ? 1 + random.nextInt(10) : 0;
  }

  /** Returns whether faults last long enough for several lost claims of one task. */
  boolean isLong() {
    return busyFor.compareTo(Duration.ofMinutes(4)) > 0;
  }

  /** Returns whether all faults are narrow. */
  boolean hasNarrowFaultsAlone() {
    return families.stream().allMatch(FaultKind::isNarrow);
  }

  /** Returns whether only refused claims keep a task from an executor that waits. */
  boolean claimsAtOnce() {
    return families.stream().allMatch(FaultKind.CLAIMS_REFUSED::equals)
        && hosts == 1
        && runningMax == 0
        && restlessness == 0;
  }

  /** Returns whether only the loss of a zone keeps a client from a frontend in another. */
  boolean schedulesDespiteZoneLoss() {
    return families.equals(EnumSet.of(FaultKind.ZONE_LOSS)) && frontends > 1;
  }

  boolean has(FaultKind family) {
    return families.contains(family);
  }
}
