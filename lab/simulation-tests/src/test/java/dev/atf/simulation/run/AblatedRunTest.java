package dev.atf.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.simulation.world.Ablation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AblatedRunTest {
  @Test
  void aMissingGuardIsNoticedInTheSameSeedHoweverManyWorldsRunAtATime() {
    var one = run(1, Ablations.claimOfAnyStatus(), 100);
    var three = run(3, Ablations.claimOfAnyStatus(), 100);

    assertThat(one.isNoticed()).isTrue();
    assertThat(three).isEqualTo(one);
  }

  @Test
  @Tag("system")
  void aPlanThatIsWrittenOverIsNoticed() {
    assertThat(run(2, Ablations.named("PLAN_WITHOUT_VERSION"), 500).isNoticed()).isTrue();
  }

  @Test
  void aDeathThatIsToldWhileTheProcessRunsIsNoticed() {
    assertThat(run(2, Ablations.named("DEATH_TOLD_EARLY"), 100).isNoticed()).isTrue();
  }

  @Test
  void aHostThatHandsOutWorkWhateverItsHealthIsNoticed() {
    assertThat(run(2, Ablations.named("HEALTH_IGNORED"), 100).isNoticed()).isTrue();
  }

  @ParameterizedTest
  @Tag("system")
  @ValueSource(
      strings = {
        "STEPS_WITHOUT_ORDER",
        "STEPS_IN_HASTE",
        "JOB_WITHOUT_COMPENSATION",
        "COMPENSATION_IN_HASTE"
      })
  void aJobThatForgetsIsNoticed(String what) {
    assertThat(run(2, Ablations.named(what), 50).isNoticed()).isTrue();
  }

  @Test
  void nothingIsNoticedWhereNothingIsMissing() {
    var report = run(2, Ablation.NOTHING, 3);

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

  private static AblationReport run(int width, Ablation ablation, int most) {
    try (var simulation = new Simulation(width)) {
      return new AblatedRun(simulation, world -> {}).run(ablation, 0, most);
    }
  }
}
