package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.WorldPlan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SimulationTest {
  /** {@code -Datf.seeds=N} runs so many worlds in either level. */
  private static final Optional<Integer> SEEDS =
      Optional.ofNullable(Integer.getInteger("atf.seeds"));

  /** Number of worlds of the fast level; the full one runs others besides. */
  private static final int FAST = 100;

  @Test
  void lawsHoldInAHundredWorlds() {
    assertLawsHold(0, SEEDS.orElse(FAST));
  }

  @Test
  @Tag("system")
  void twoHundredMoreWorldsSeeEveryFaultAndEveryRowOfTheLifecycle() {
    var report = SEEDS.isPresent() ? assertLawsHold(0, SEEDS.get()) : assertLawsHold(FAST, 200);

    assertThat(report.neverFired()).isEmpty();
    assertThat(report.neverTaken()).isEmpty();
    assertThat(report.contestedClaims()).isGreaterThan(SimulationReport.CLAIMS_WITHIN);
  }

  private static SimulationReport assertLawsHold(int first, int seeds) {
    var tally = new Tally(MonotonicClock.system());
    try (var simulation = new Simulation(Runtime.getRuntime().availableProcessors())) {
      simulation.run(new Seeds(first, seeds), Ablation.NOTHING, tally::add);
    }
    var report = tally.report();
    assertThat(report.failed()).isEmpty();
    assertThat(report.worlds()).isEqualTo(seeds);
    assertThat(report.omissions()).isEmpty();
    return report;
  }

  static List<KeptWorld> keptWorlds() {
    return KeptWorld.all();
  }

  @ParameterizedTest
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
  @ValueSource(longs = {3, 4, 5, 6, 7, 8})
  @Tag("system")
  void otherSeedsMakeOneHistoryEach(long seed) {
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
  @ValueSource(longs = {3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  @Tag("system")
  void noMoreFaultsHappenThanTheOtherPlansWant(long seed) {
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
