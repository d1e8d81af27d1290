package dev.atf.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class StrikePlanTest {
  private static final Set<FaultFamily> ALL = EnumSet.allOf(FaultFamily.class);
  private static final Duration LENGTH = Duration.ofSeconds(40);

  @Test
  void aSeedDrawsOneScheduleAndAnotherSeedAnotherOne() {
    var strikes = StrikePlan.of(1, LENGTH, ALL);

    assertThat(StrikePlan.of(1, LENGTH, ALL)).isEqualTo(strikes);
    assertThat(StrikePlan.of(2, LENGTH, ALL)).isNotEqualTo(strikes);
    assertThat(strikes).extracting(Strike::at).isSorted().allMatch(at -> at.compareTo(LENGTH) < 0);
  }

  @Test
  void eachFamilyStrikesBeforeAnyStrikesAgain() {
    var strikes = StrikePlan.of(3, LENGTH, ALL);

    assertThat(strikes.subList(0, ALL.size()))
        .extracting(strike -> strike.fault().family())
        .containsExactlyInAnyOrderElementsOf(ALL);
  }

  @Test
  void aFamilyThatIsNotWantedDoesNotStrike() {
    assertThat(StrikePlan.of(4, LENGTH, Set.of(FaultFamily.PAUSE)))
        .isNotEmpty()
        .allMatch(strike -> strike.fault().family() == FaultFamily.PAUSE);
    assertThat(StrikePlan.of(4, LENGTH, Set.of())).isEmpty();
  }
}
