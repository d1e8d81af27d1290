package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.FaultKind;
import dev.atf.simulation.world.Violation;
import dev.atf.simulation.world.WorldPlan;
import dev.atf.simulation.world.WorldReport;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ZoneLossTest {
  /** First seed: it notices today, and a later one if a change alters the histories. */
  private static final long FIRST = 8;

  /** Number of worlds in which an ablation must be noticed. */
  private static final int WORLDS = 30;

  private static final int WITHOUT_ABLATION = 12;
  private static final int NIGHTLY = 200;

  @Test
  @Tag("F31")
  void executorsOfAZoneThatIsCutOffEndThemselves() {
    // The host of executors N is in zone N: each kind has three processes.
    var ownEnd =
        Pattern.compile("zone (\\d) is lost for \\S+, cut off(?s:.*)terminate executor-\\1-");

    assertThat(LongStream.range(FIRST, FIRST + WORLDS).mapToObj(ZoneLossTest::threeOfEach))
        .anyMatch(
            plan -> {
              var lines = Simulation.world(plan, true, Ablation.NOTHING).lines();
              return ownEnd.matcher(String.join("\n", lines)).find();
            });
  }

  private static WorldPlan threeOfEach(long seed) {
    return PlanJson.parse(
        """
        {"seed":%d,"frontends":3,"consumers":3,"hscs":3,"hosts":3,"families":["ZONE_LOSS"]}"""
            .formatted(seed));
  }

  @Test
  @Tag("F31")
  void aClientThatKeepsToOneZoneIsNoticed() {
    var ablation = Ablations.named("CLIENT_OF_ONE_ZONE");

    var noticed =
        plans()
            .map(plan -> Simulation.world(plan, false, ablation))
            .filter(world -> !world.isClean())
            .findFirst();

    assertThat(noticed.map(WorldReport::violations).orElse(List.of()))
        .extracting(Violation::law)
        .contains("a Schedule succeeds in two tries while a zone is lost");
  }

  @Test
  @Tag("system")
  @Tag("F31")
  void noLawIsBrokenWhereAZoneIsLost() {
    assertLawsHold(0, WITHOUT_ABLATION);
  }

  @Test
  @Tag("nightly")
  void noLawIsBrokenInMoreWorldsWhereAZoneIsLost() {
    assertLawsHold(WITHOUT_ABLATION, NIGHTLY);
  }

  private static void assertLawsHold(long first, int worlds) {
    var tally = new Tally(MonotonicClock.system());

    try (var simulation = new Simulation(Runtime.getRuntime().availableProcessors())) {
      simulation.run(
          new Seeds(first, worlds, Optional.of(FaultKind.ZONE_LOSS)), Ablation.NOTHING, tally::add);
    }

    assertThat(tally.report().failed()).isEmpty();
    assertThat(tally.report().fired()).containsKey(FaultKind.ZONE_LOSS);
  }

  @Test
  void aZoneIsLostBesideTheOtherFaultsOfASeedOrAlone() {
    var alone = WorldPlan.draw(1).calmBut(FaultKind.ZONE_LOSS);

    assertThat(alone.families()).containsExactly(FaultKind.ZONE_LOSS);
    assertThat(alone.frontends()).isGreaterThan(1);
    assertThat(LongStream.range(0, 500).mapToObj(WorldPlan::draw))
        .filteredOn(plan -> plan.families().contains(FaultKind.ZONE_LOSS))
        .hasSizeBetween(20, 120)
        .anyMatch(plan -> plan.families().equals(alone.families()))
        .anyMatch(plan -> plan.families().size() > 5);
  }

  private static Stream<WorldPlan> plans() {
    return LongStream.range(FIRST, FIRST + WORLDS)
        .mapToObj(seed -> WorldPlan.draw(seed).calmBut(FaultKind.ZONE_LOSS));
  }
}
