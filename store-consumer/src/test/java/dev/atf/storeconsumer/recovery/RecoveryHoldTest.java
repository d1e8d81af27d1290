package dev.atf.storeconsumer.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.storeconsumer.recovery.RecoveryHold.Phase;
import dev.atf.storeconsumer.recovery.RecoveryHold.Source;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class RecoveryHoldTest {
  private static final Duration AWAY_AFTER = Duration.ofMillis(12_500);
  private static final Duration HOLD = Duration.ofSeconds(30);
  private static final RecoveryHold QUIET =
      RecoveryHold.atStart(new RecoveryHold.Limits(AWAY_AFTER, HOLD, 10, Duration.ofSeconds(5)))
          .hscsRead();

  /** Hold whose absence ends at second 100. */
  private static final RecoveryHold RETURNED =
      QUIET.missing(Source.STORE, seconds(50)).back(Source.STORE, seconds(100));

  @Test
  void nothingIsEndedBeforeAnybodyHasLookedForHscs() {
    var start = RecoveryHold.atStart(QUIET.limits());

    assertThat(start.phase(seconds(0))).isEqualTo(Phase.AWAY);
    assertThat(start.allowed(seconds(0))).isZero();
    assertThat(start.hscsRead().allowed(seconds(0))).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void nothingIsEndedWhileSomethingIsAway(Source source) {
    var missing = QUIET.missing(source, seconds(10));

    assertThat(missing.phase(seconds(10).plus(AWAY_AFTER).minusMillis(1))).isEqualTo(Phase.NORMAL);
    assertThat(missing.phase(seconds(10).plus(AWAY_AFTER))).isEqualTo(Phase.AWAY);
    assertThat(missing.allowed(seconds(10_000))).isZero();
  }

  @ParameterizedTest
  @CsvSource({"12499, NORMAL", "12500, HOLD", "75000, HOLD"})
  void onlyAnAbsenceOfHalfALeaseOrMoreIsFollowedByAHold(long millis, Phase after) {
    var back = seconds(10).plusMillis(millis);

    var returned = QUIET.missing(Source.HSC, seconds(10)).back(Source.HSC, back);

    assertThat(returned.phase(back)).isEqualTo(after);
  }

  @Test
  void theAbsenceOfOneIsNotEndedByTheOther() {
    var missing = QUIET.missing(Source.HSC, seconds(10)).missing(Source.STORE, seconds(15));

    assertThat(missing.back(Source.STORE, seconds(60)).phase(seconds(60))).isEqualTo(Phase.AWAY);
  }

  @Test
  void keepsTheTimeSinceWhichASourceIsMissing() {
    var missing = QUIET.missing(Source.STORE, seconds(10)).missing(Source.STORE, seconds(20));

    assertThat(missing.missingFor(Source.STORE, seconds(30))).isEqualTo(seconds(20));
  }

  @Test
  @Tag("F15")
  void noLeaseIsEndedBeforeTheHoldIsOver() {
    assertThat(RETURNED.phase(seconds(130).minusMillis(1))).isEqualTo(Phase.HOLD);
    assertThat(RETURNED.allowed(seconds(130).minusMillis(1))).isZero();
    assertThat(RETURNED.phase(seconds(130))).isEqualTo(Phase.RAMP);
  }

  @ParameterizedTest
  @CsvSource({"130, 0", "131, 10", "135, 50", "136, 70", "140, 150", "145, 350", "150, 750"})
  void afterTheHoldTheRateIsDoubledEachTime(long second, long allowed) {
    assertThat(RETURNED.allowed(seconds(second))).isEqualTo(allowed);
    assertThat(RETURNED.endedOne().allowed(seconds(second))).isEqualTo(Math.max(0, allowed - 1));
  }

  @Test
  void theRampEndsInNoLimit() {
    // 10 × 2^9 a second until second 180, and then more than is worth counting.
    assertThat(RETURNED.phase(seconds(180).minusMillis(1))).isEqualTo(Phase.RAMP);
    assertThat(RETURNED.phase(seconds(180))).isEqualTo(Phase.NORMAL);
    assertThat(RETURNED.allowed(seconds(100_000))).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void anotherAbsenceBeginsTheHoldAnew() {
    var again =
        RETURNED.endedOne().missing(Source.HSC, seconds(140)).back(Source.HSC, seconds(160));

    assertThat(again.phase(seconds(189))).isEqualTo(Phase.HOLD);
    assertThat(again.allowed(seconds(191))).isEqualTo(10);
  }

  @Test
  void aShortAbsenceInTheHoldLeavesItAsItIs() {
    var again = RETURNED.missing(Source.HSC, seconds(110)).back(Source.HSC, seconds(112));

    assertThat(again.phase(seconds(130))).isEqualTo(Phase.RAMP);
  }

  @Test
  void deathsCountForLeasesThatEndedAfterTheHoldAndOnlyAfterTheRamp() {
    assertThat(QUIET.deathCounts(seconds(1), seconds(50))).isTrue();
    assertThat(RETURNED.deathCounts(seconds(1), seconds(150))).isFalse();
    assertThat(RETURNED.deathCounts(seconds(10), seconds(200))).isTrue();
    assertThat(RETURNED.deathCounts(seconds(69), seconds(200))).isTrue();
    assertThat(RETURNED.deathCounts(seconds(70), seconds(200))).isFalse();
    assertThat(RETURNED.deathCounts(seconds(150), seconds(200))).isFalse();
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
