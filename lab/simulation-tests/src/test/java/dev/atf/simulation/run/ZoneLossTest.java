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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ZoneLossTest {
  private static final int WORLDS = 30;

  @Test
  void executorsOfAZoneThatIsCutOffEndThemselves() {
    assertThat(plans())
        .anyMatch(
            plan -> {
              var lines = Simulation.world(plan, true, Ablation.NOTHING).lines();
              int cutOff = first(lines, "cut off");
              return cutOff >= 0
                  && first(lines.subList(cutOff, lines.size()), "heartbeats failed in a row") > 0;
            });
  }

  private static int first(List<String> lines, String text) {
    return lines.indexOf(
        lines.stream().filter(line -> line.contains(text)).findFirst().orElse(""));
  }

  @Test
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
  void noLawIsBrokenWhereAZoneIsLost() {
    var tally = new Tally(MonotonicClock.system());

    try (var simulation = new Simulation(Runtime.getRuntime().availableProcessors())) {
      simulation.run(
          new Seeds(0, 2L * WORLDS, Optional.of(FaultKind.ZONE_LOSS)),
          Ablation.NOTHING,
          tally::add);
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
    return LongStream.range(0, WORLDS)
        .mapToObj(seed -> WorldPlan.draw(seed).calmBut(FaultKind.ZONE_LOSS));
  }
}
