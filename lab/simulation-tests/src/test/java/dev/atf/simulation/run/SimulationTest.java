package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.WorldPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SimulationTest {
  /** {@code -Datf.seeds=N} runs so many worlds in each level. */
  private static final Optional<Integer> SEEDS =
      Optional.ofNullable(Integer.getInteger("atf.seeds"));

  /** Number of worlds of the fast level, from seed 0. */
  private static final int FAST = 15;

  /** First seed of the system level. */
  private static final int SYSTEM_FIRST = FAST;

  /** Least number of worlds of the system level, which runs until everything has happened. */
  private static final int SYSTEM_MIN = 50;

  private static final int NIGHTLY = 2_000;

  @Test
  void lawsHoldInFifteenWorlds() {
    assertLawsHold(0, SEEDS.orElse(FAST));
  }

  @Test
  @Tag("system")
  void moreWorldsSeeEveryFaultAndEveryRowOfTheLifecycle() {
    var report =
        SEEDS.isPresent() ? assertLawsHold(0, SEEDS.get()) : assertLawsHoldUntilEverythingHappens();

    assertEverythingHappens(report);
  }

  private static SimulationReport assertLawsHoldUntilEverythingHappens() {
    var seeds = new Seeds(SYSTEM_FIRST, SimulationReport.ROWS_WITHIN);
    return assertLawsHold(
        seeds,
        tally -> {
          if (tally.worlds() >= SYSTEM_MIN && hasEverything(tally.report())) {
            seeds.end();
          }
        });
  }

  private static boolean hasEverything(SimulationReport report) {
    return report.neverFired().isEmpty()
        && report.neverTaken().isEmpty()
        && report.contestedClaims() > SimulationReport.CLAIMS_WITHIN;
  }

  @Test
  @Tag("nightly")
  void lawsHoldInTwoThousandMoreWorlds() {
    int first = SYSTEM_FIRST + SimulationReport.ROWS_WITHIN;
    var report =
        SEEDS.isPresent() ? assertLawsHold(0, SEEDS.get()) : assertLawsHold(first, NIGHTLY);

    assertEverythingHappens(report);
  }

  private static void assertEverythingHappens(SimulationReport report) {
    assertThat(report.neverFired()).isEmpty();
    assertThat(report.neverTaken()).isEmpty();
    assertThat(report.contestedClaims()).isGreaterThan(SimulationReport.CLAIMS_WITHIN);
  }

  private static SimulationReport assertLawsHold(int first, int count) {
    var report = assertLawsHold(new Seeds(first, count), tally -> {});
    assertThat(report.worlds()).isEqualTo(count);
    return report;
  }

  private static SimulationReport assertLawsHold(Seeds seeds, Consumer<Tally> each) {
    var tally = new Tally(MonotonicClock.system());
    try (var simulation = new Simulation(Runtime.getRuntime().availableProcessors())) {
      simulation.run(
          seeds,
          Ablation.NOTHING,
          world -> {
            tally.add(world);
            each.accept(tally);
          });
    }
    var report = tally.report();
    assertThat(report.failed()).isEmpty();
    assertThat(report.omissions()).isEmpty();
    return report;
  }

  static List<KeptWorld> keptWorlds() {
    return KeptWorld.all();
  }

  @ParameterizedTest
  @Tag("system")
  @MethodSource("keptWorlds")
  void theLawsHoldInAKeptWorld(KeptWorld kept) {
    var world = Simulation.world(kept.plan(), false, Ablation.NOTHING);

    assertThat(world.violations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void oneSeedMakesOneHistory(long seed) {
    assertOneHistory(seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  @Tag("system")
  void otherSeedsMakeOneHistoryEach(long seed) {
    assertOneHistory(seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6, 7, 8})
  @Tag("nightly")
  void furtherSeedsMakeOneHistoryEach(long seed) {
    assertOneHistory(seed);
  }

  private static void assertOneHistory(long seed) {
    var once = Simulation.world(WorldPlan.draw(seed), false, Ablation.NOTHING);
    var again = Simulation.world(WorldPlan.draw(seed), true, Ablation.NOTHING);

    assertThat(again.hash()).isEqualTo(once.hash());
    assertThat(again.happened()).isEqualTo(once.happened());
    assertThat(again.lines()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 4, 5})
  void noMoreFaultsHappenThanThePlanWants(long seed) {
    assertOneFault(seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 6, 7, 8})
  @Tag("system")
  void noMoreFaultsHappenThanTheOtherPlansWant(long seed) {
    assertOneFault(seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {9, 10, 11, 12, 13, 14, 15, 16})
  @Tag("nightly")
  void noMoreFaultsHappenThanFurtherPlansWant(long seed) {
    assertOneFault(seed);
  }

  private static void assertOneFault(long seed) {
    var plan =
        PlanJson.parse(
            """
            {"seed":%d,"faultsMax":1,"families":["STORE_OUTCOME_UNKNOWN","CRASH"]}"""
                .formatted(seed));

    var world = Simulation.world(plan, false, Ablation.NOTHING);

    assertThat(world.fired().values()).containsExactly(1);
  }
}
