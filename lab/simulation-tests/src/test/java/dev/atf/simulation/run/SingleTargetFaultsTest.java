package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.FaultKind;
import dev.atf.simulation.world.Violation;
import dev.atf.simulation.world.WorldPlan;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class SingleTargetFaultsTest {
  private static final long FIRST = 2;

  /** Number of worlds in which an ablation must be noticed. */
  private static final int WORLDS = 30;

  private static final int WITHOUT_ABLATION = 10;
  private static final int NIGHTLY = 100;

  @ParameterizedTest
  @CsvSource({
    "STORE_PARTITION_THROTTLED, HEARTBEAT_OF_ALL_OR_NONE,"
        + " no process ends while its leases are extended",
    "CLAIMS_REFUSED, LAMBDAS_FAIL_TOGETHER, lambdas fail apart"
  })
  @Tag("E8.2")
  @Tag("F12")
  void aFaultThatSpreadsIsNoticed(FaultKind kind, String spreading, String law) {
    var ablation = Ablations.named(spreading);

    var noticed =
        plans(kind, FIRST, WORLDS).stream()
            .map(plan -> Simulation.world(plan, false, ablation).violations())
            .filter(violations -> !violations.isEmpty())
            .findFirst();

    assertThat(noticed.orElse(List.of())).extracting(Violation::law).contains(law);
  }

  @ParameterizedTest
  @EnumSource(names = {"STORE_PARTITION_THROTTLED", "CLAIMS_REFUSED"})
  @Tag("system")
  void aFaultAloneStrikesAndDoesNotSpread(FaultKind kind) {
    assertLawsHold(kind, FIRST, WITHOUT_ABLATION);
  }

  @ParameterizedTest
  @EnumSource(names = {"STORE_PARTITION_THROTTLED", "CLAIMS_REFUSED"})
  @Tag("nightly")
  void aFaultAloneDoesNotSpreadInMoreWorlds(FaultKind kind) {
    assertLawsHold(kind, FIRST + WITHOUT_ABLATION, NIGHTLY);
  }

  private static void assertLawsHold(FaultKind kind, long first, int worlds) {
    var tally = new Tally(MonotonicClock.system());

    try (var simulation = new Simulation(Runtime.getRuntime().availableProcessors())) {
      simulation.run(plans(kind, first, worlds), Ablation.NOTHING, tally::add);
    }

    assertThat(tally.report().failed()).isEmpty();
    assertThat(tally.report().fired()).containsOnlyKeys(kind);
  }

  @Test
  void aNarrowFaultIsDrawnBesideTheOthersOfItsSeedOrAlone() {
    var alone = WorldPlan.draw(1).calmBut(FaultKind.CLAIMS_REFUSED);

    assertThat(alone.families()).containsExactly(FaultKind.CLAIMS_REFUSED);
    assertThat(LongStream.range(0, 500).mapToObj(WorldPlan::draw))
        .filteredOn(plan -> plan.families().contains(FaultKind.CLAIMS_REFUSED))
        .hasSizeBetween(20, 120)
        .anyMatch(plan -> plan.families().equals(alone.families()))
        .anyMatch(plan -> plan.families().size() > 5);
  }

  private static List<WorldPlan> plans(FaultKind kind, long first, int worlds) {
    return LongStream.range(first, first + worlds)
        .mapToObj(seed -> WorldPlan.draw(seed).calmBut(kind))
        .toList();
  }
}
