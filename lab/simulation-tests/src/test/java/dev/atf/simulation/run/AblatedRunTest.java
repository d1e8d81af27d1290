package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.simulation.world.Ablation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class AblatedRunTest {
  @Test
  void aMissingGuardIsNoticedInTheSameSeedHoweverManyWorldsRunAtATime() {
    var one = run(1, Ablations.claimOfAnyStatus(), 0, 100);
    var three = run(3, Ablations.claimOfAnyStatus(), 0, 100);

    assertThat(one.isNoticed()).isTrue();
    assertThat(three).isEqualTo(one);
  }

  @Test
  @Tag("system")
  void aPlanThatIsWrittenOverIsNoticed() {
    assertThat(run(2, Ablations.named("PLAN_WITHOUT_VERSION"), 62, 500).isNoticed()).isTrue();
  }

  @Test
  void aDeathThatIsToldWhileTheProcessRunsIsNoticed() {
    assertThat(run(2, Ablations.named("DEATH_TOLD_EARLY"), 15, 100).isNoticed()).isTrue();
  }

  @Test
  void aHostThatHandsOutWorkWhateverItsHealthIsNoticed() {
    assertThat(run(2, Ablations.named("HEALTH_IGNORED"), 0, 100).isNoticed()).isTrue();
  }

  @Test
  void aPermitThatIsGivenBackWhileItsTaskRunsIsNoticed() {
    assertThat(run(2, Ablations.named("PERMIT_GIVEN_BACK_EARLY"), 21, 100).isNoticed()).isTrue();
  }

  @ParameterizedTest
  @Tag("system")
  @CsvSource({
    "STEPS_WITHOUT_ORDER, 7",
    "STEPS_IN_HASTE, 3",
    "JOB_WITHOUT_COMPENSATION, 4",
    "COMPENSATION_IN_HASTE, 4"
  })
  void aJobThatForgetsIsNoticed(String what, long first) {
    assertThat(run(2, Ablations.named(what), first, 50).isNoticed()).isTrue();
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

  /**
   * @param first the first seed: where it is not 0, it is the one that notices today, and a later
   *     one does if a change alters the histories
   */
  private static AblationReport run(int width, Ablation ablation, long first, int most) {
    try (var simulation = new Simulation(width)) {
      return new AblatedRun(simulation, world -> {}).run(ablation, first, most);
    }
  }
}
