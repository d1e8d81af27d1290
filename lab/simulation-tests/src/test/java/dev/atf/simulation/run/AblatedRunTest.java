package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.simulation.world.Ablation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AblatedRunTest {
  @Test
  void aMissingGuardIsNoticedInTheSameSeedHoweverManyWorldsRunAtATime() {
    var one = run(1, Ablations.claimOfAnyStatus(), 0, 100);
    var three = run(3, Ablations.claimOfAnyStatus(), 0, 100);

    assertThat(one.isNoticed()).isTrue();
    assertThat(three).isEqualTo(one);
  }

  /** Ablations that one of three to five worlds notices. */
  @ParameterizedTest
  @ValueSource(strings = {"DEATH_TOLD_EARLY", "HEALTH_IGNORED"})
  void aMissingCheckIsNoticed(String what) {
    assertThat(run(2, Ablations.named(what), 0, 100).isNoticed()).isTrue();
  }

  /** Ablations that one of ten to a hundred worlds notices. */
  @ParameterizedTest
  @Tag("system")
  @ValueSource(
      strings = {
        "PLAN_WITHOUT_VERSION",
        "PERMIT_GIVEN_BACK_EARLY",
        "STEPS_WITHOUT_ORDER",
        "STEPS_IN_HASTE",
        "JOB_WITHOUT_COMPENSATION",
        "COMPENSATION_IN_HASTE"
      })
  void aMissingCheckIsNoticedSometimes(String what) {
    assertThat(run(2, Ablations.named(what), 0, 500).isNoticed()).isTrue();
  }

  @Test
  void nothingIsNoticedWhereNothingIsMissing() {
    var report = run(2, Ablation.NOTHING, 0, 3);

    assertThat(report).isEqualTo(new AblationReport("nothing", 3, Optional.empty()));
  }

  @Test
  void theMedianIsThatOfTheSeedsTaken() {
    var reports =
        List.of(
            new AblationReport("a", 100, Optional.empty()),
            new AblationReport("b", 2, Optional.empty()),
            new AblationReport("c", 7, Optional.empty()));

    assertThat(AblationReport.medianSeeds(reports)).isEqualTo(7);
  }

  static List<Ablation> ablations() {
    return Ablation.all();
  }

  @ParameterizedTest
  @Tag("nightly")
  @MethodSource("ablations")
  void eachAblationIsNoticed(Ablation ablation) {
    assertThat(run(2, ablation, 0, 1_000).isNoticed()).isTrue();
  }

  private static AblationReport run(int width, Ablation ablation, long first, int most) {
    try (var simulation = new Simulation(width)) {
      return new AblatedRun(simulation, world -> {}).run(ablation, first, most);
    }
  }
}
