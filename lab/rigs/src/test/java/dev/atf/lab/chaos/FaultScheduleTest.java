package dev.atf.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.lab.chaos.Fault.Schedule.TimedFault;
import dev.atf.lab.chaos.Fault.Victim;
import dev.atf.lab.chaos.Fault.Zone;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FaultScheduleTest {
  private static final Set<Fault.Family> ALL = EnumSet.allOf(Fault.Family.class);
  private static final Set<Victim> FRONTENDS = EnumSet.of(Victim.FRONTEND, Victim.SECOND_FRONTEND);
  private static final Duration LENGTH = Duration.ofSeconds(40);

  @Test
  void aSeedDrawsOneScheduleAndAnotherSeedAnotherOne() {
    var strikes = Fault.Schedule.of(1, LENGTH, ALL);

    assertThat(Fault.Schedule.of(1, LENGTH, ALL)).isEqualTo(strikes);
    assertThat(Fault.Schedule.of(2, LENGTH, ALL)).isNotEqualTo(strikes);
    assertThat(strikes)
        .extracting(TimedFault::at)
        .isSorted()
        .allMatch(at -> at.compareTo(LENGTH) < 0);
  }

  @Test
  void eachFamilyStrikesBeforeAnyStrikesAgain() {
    var strikes = Fault.Schedule.of(3, LENGTH, ALL);

    assertThat(strikes.subList(0, ALL.size()))
        .extracting(strike -> strike.fault().family())
        .containsExactlyInAnyOrderElementsOf(ALL);
  }

  @Test
  void aLostZoneLeavesAFrontendAndIsOneOfThree() {
    var zones = EnumSet.allOf(Zone.class);

    assertThat(Fault.Schedule.of(5, Duration.ofHours(1), Set.of(Fault.Family.ZONE_LOSS)))
        .extracting(strike -> ((Fault.ZoneLoss) strike.fault()).zone())
        .containsAll(zones);
    assertThat(zones).flatExtracting(Zone::victims).containsAll(EnumSet.allOf(Victim.class));
    assertThat(zones).hasSize(3).allMatch(zone -> !zone.victims().containsAll(FRONTENDS));
  }

  @Test
  void aFamilyThatIsNotWantedDoesNotStrike() {
    assertThat(Fault.Schedule.of(4, LENGTH, Set.of(Fault.Family.PAUSE)))
        .isNotEmpty()
        .allMatch(strike -> strike.fault().family() == Fault.Family.PAUSE);
    assertThat(Fault.Schedule.of(4, LENGTH, Set.of())).isEmpty();
  }
}
