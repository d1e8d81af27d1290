package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Guard;
import dev.atf.model.TaskEvent;
import dev.atf.runtime.MonotonicClock;
import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.Family;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SimulationTest {
  private static final int SEEDS = 500;
  private static final int ABLATED_SEEDS = 100;

  @Test
  void theLawsHoldInFiveHundredWorldsInWhichEveryFaultStrikes() {
    var report = run(SEEDS, Ablation.NOTHING);

    assertThat(report.failed()).isEmpty();
    assertThat(report.seeds()).isEqualTo(SEEDS);
    assertThat(report.neverFired()).isEqualTo(EnumSet.noneOf(Family.class));
    // A deadline is a month away: no world lasts so long.
    assertThat(report.neverTaken()).isSubsetOf(Set.of(TaskEvent.GIVE_UP));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void oneSeedMakesOneHistory(long seed) {
    var once = Simulation.world(seed, false, Ablation.NOTHING);
    var again = Simulation.world(seed, true, Ablation.NOTHING);

    assertThat(again.hash()).isEqualTo(once.hash());
    assertThat(again.happened()).isEqualTo(once.happened());
    assertThat(again.lines()).isNotEmpty();
  }

  @Test
  void aMissingGuardIsNoticed() {
    for (var ablation : Ablation.all()) {
      if (ablation.parts().equals(Set.of(Guard.StatusIn.class))
          && ablation.events().contains(TaskEvent.CLAIM)) {
        assertThat(run(ABLATED_SEEDS, ablation).failures()).isPositive();
        return;
      }
    }
    throw new AssertionError("the status of a claim is not among the ablations");
  }

  private static SimulationReport run(int count, Ablation ablation) {
    var tally = new Tally(MonotonicClock.system());
    try (var simulation = new Simulation(Runtime.getRuntime().availableProcessors())) {
      simulation.run(new Seeds(0, count), ablation, tally::add);
    }
    return tally.report();
  }
}
