package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.worker.AttemptEnds;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FailureGuardTest {
  private static final AttemptEnds WELL_ELSEWHERE = new AttemptEnds(2, 100, 1);
  private static final AttemptEnds BADLY_ELSEWHERE = new AttemptEnds(2, 100, 60);
  private static final AttemptEnds UNKNOWN_ELSEWHERE = new AttemptEnds(2, 9, 0);
  private static final AttemptEnds NOBODY_ELSEWHERE = new AttemptEnds(0, 0, 0);

  /** Near the wrap-around of the monotonic clock. */
  private long now = Long.MAX_VALUE - 1_000;

  private final FailureGuard guard = new FailureGuard(now);

  @Test
  void aHostBeginsWithATrial() {
    assertThat(guard.askable(now)).isEqualTo(FailureGuard.TRIAL);
    guard.asked(7);
    assertThat(guard.askable(now)).isEqualTo(3);
    guard.claimed(7);
    guard.handedOut(4, now);
    assertThat(guard.askable(now)).isEqualTo(6);
  }

  @Test
  void attemptsThatSucceedEndTheTrial() {
    guard.handedOut(10, now);
    guard.ended(4, 0, now);
    assertThat(guard.askable(now)).as("six are not told of").isEqualTo(4);

    guard.ended(1, 0, now);

    assertThat(guard.askable(now)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void attemptsThatRunForLongEndTheTrial() {
    guard.handedOut(10, now);
    assertThat(guard.waitLeft(now)).isEqualTo(FailureGuard.TRIAL_MAX.toNanos());

    pass(FailureGuard.TRIAL_MAX);

    assertThat(guard.askable(now)).isEqualTo(Integer.MAX_VALUE);
    assertThat(guard.waitLeft(now)).isZero();
  }

  @Test
  void aHostOnWhichNearlyAllFailIsSuspectedOnceAndTakesNone() {
    fail(10);

    assertThat(guard.takeNews()).isTrue();
    assertThat(guard.takeNews()).isFalse();
    assertThat(guard.askable(now)).isZero();
    assertThat(guard.asksElsewhere(now)).isTrue();
    assertThat(guard.reason(now)).isEqualTo("10 of its latest 10 attempts failed");
    assertThat(guard.ends(now)).isEqualTo(new AttemptEnds(1, 10, 10));
  }

  @Test
  void fewFailuresSayNothing() {
    fail(4);
    assertThat(guard.isSuspected(now)).isFalse();

    guard.ended(1, 0, now);
    assertThat(guard.isSuspected(now)).as("4 of 5").isFalse();
    assertThat(guard.askable(now)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void aTrialIsJudgedByTheFirstEnds() {
    guard.handedOut(10, now);
    fail(5);

    assertThat(guard.isSuspected(now)).isTrue();
  }

  @Test
  void aHostThatHasWorkedIsSuspectedByItsLatestAttempts() {
    guard.ended(1_000, 0, now);
    fail(17);
    assertThat(guard.isSuspected(now)).as("17 of 20").isFalse();

    fail(1);

    assertThat(guard.isSuspected(now)).isTrue();
  }

  @Test
  void failuresOfLongAgoAreForgotten() {
    guard.ended(5, 0, now);
    pass(Duration.ofSeconds(61));
    fail(9);
    pass(Duration.ofSeconds(61));

    fail(9);

    assertThat(guard.isSuspected(now)).isFalse();
    assertThat(guard.ends(now).failed()).isEqualTo(9);
  }

  @Test
  void aHostStaysAwayWhereOthersSucceedAndThenTriesAnew() {
    fail(10);
    guard.endedElsewhere(WELL_ELSEWHERE, now);

    assertThat(guard.askable(now)).isZero();
    assertThat(guard.isSuspected(now)).isFalse();
    assertThat(guard.reason(now))
        .isEqualTo("10 of its latest 10 attempts failed, 1 of 100 on other hosts");
    assertThat(guard.waitLeft(now)).isEqualTo(FailureGuard.AWAY_MIN.toNanos());

    pass(FailureGuard.AWAY_MIN);

    assertThat(guard.askable(now)).isEqualTo(FailureGuard.TRIAL_AGAIN);
    assertThat(guard.reason(now)).isEmpty();
  }

  @Test
  void eachFailedTrialDoublesTheTimeAwayAndASuccessfulOneEndsThat() {
    stayAway(FailureGuard.AWAY_MIN);
    stayAway(FailureGuard.AWAY_MIN.multipliedBy(2));
    for (int i = 0; i < 5; i++) {
      fail(10);
      guard.endedElsewhere(WELL_ELSEWHERE, now);
      pass(FailureGuard.AWAY_MAX);
    }
    stayAway(FailureGuard.AWAY_MAX);

    guard.ended(10, 0, now);

    pass(Duration.ofMinutes(2));
    stayAway(FailureGuard.AWAY_MIN);
  }

  @Test
  void aHostWhoseFailuresAreThoseOfAllGoesOnAndKeepsAsking() {
    fail(10);
    guard.endedElsewhere(BADLY_ELSEWHERE, now);
    assertThat(guard.askable(now)).isEqualTo(Integer.MAX_VALUE);

    fail(10);
    assertThat(guard.takeNews()).as("the first time").isTrue();
    assertThat(guard.isSuspected(now)).isFalse();
    assertThat(guard.asksElsewhere(now)).isTrue();

    guard.endedElsewhere(WELL_ELSEWHERE, now);
    assertThat(guard.askable(now)).isZero();
  }

  @Test
  void theOnlyHostGoesOn() {
    fail(10);

    guard.endedElsewhere(NOBODY_ELSEWHERE, now);

    assertThat(guard.askable(now)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void aHostWaitsForOthersToHaveResultsAndThenTriesAnew() {
    fail(10);
    guard.endedElsewhere(UNKNOWN_ELSEWHERE, now);
    assertThat(guard.askable(now)).isZero();

    pass(FailureGuard.SUSPECTED_MIN);
    assertThat(guard.askable(now)).isEqualTo(FailureGuard.TRIAL_AGAIN);

    fail(2);
    assertThat(guard.isSuspected(now)).isTrue();
    assertThat(guard.waitLeft(now)).isEqualTo(FailureGuard.SUSPECTED_MIN.multipliedBy(2).toNanos());
  }

  @Test
  void aHostOfWhoseOthersNothingIsKnownTakesFewerThanTwentyInAMinute() {
    var end = now + Duration.ofMinutes(1).toNanos();
    int taken = 0;
    while (now - end < 0) {
      int begun = guard.askable(now);
      guard.handedOut(begun, now);
      fail(begun);
      guard.endedElsewhere(UNKNOWN_ELSEWHERE, now);
      taken += begun;
      pass(Duration.ofSeconds(1));
    }

    assertThat(taken).isEqualTo(FailureGuard.TRIAL + 2 * FailureGuard.TRIAL_AGAIN);
  }

  @Test
  void aHostThatEarnsTrustBeginsItsNextTrialAnew() {
    stayAway(FailureGuard.AWAY_MIN);
    guard.ended(20, 0, now);
    fail(20);
    guard.endedElsewhere(UNKNOWN_ELSEWHERE, now);

    assertThat(guard.waitLeft(now)).isEqualTo(FailureGuard.SUSPECTED_MIN.toNanos());
  }

  private void stayAway(Duration time) {
    fail(10);
    guard.endedElsewhere(WELL_ELSEWHERE, now);
    pass(time.minusNanos(1));
    assertThat(guard.askable(now)).isZero();
    pass(Duration.ofNanos(1));
    assertThat(guard.askable(now)).isEqualTo(FailureGuard.TRIAL_AGAIN);
  }

  private void fail(int attempts) {
    guard.ended(attempts, attempts, now);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
