package dev.atf.e2e.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.lambda.LeaseTimes;
import dev.atf.testtime.MeasuredPace;
import dev.atf.testtime.ProgressWait;
import dev.atf.testtime.StalledException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ProgressWaitTest {
  private static final Duration SHORT = Duration.ofMillis(50);

  @Test
  void lastsAsLongAsTheObservedValueChanges() {
    var lasted = Lasting.fromNow();
    var looks = new AtomicInteger();

    ProgressWait.observing("ten times the limit", looks::incrementAndGet)
        .stall(SHORT)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> lasted.soFar().compareTo(SHORT.multipliedBy(10)) > 0);

    assertThat(looks).hasPositiveValue();
  }

  @Test
  void failsWhenNothingChangesAndSaysWhatWasSeenLastAndHowBusyTheMachineIs() {
    var wait =
        ProgressWait.observing("2000 effects", () -> 1873)
            .stall(SHORT)
            .pollInterval(Duration.ofMillis(1));

    assertThatThrownBy(() -> wait.until(() -> false))
        .isInstanceOf(StalledException.class)
        .hasMessageContainingAll("2000 effects", "nothing new", "1873", "load average");
  }

  @Test
  void aConditionThatHoldsNeedsNoProgress() {
    ProgressWait.observing("what is there", () -> 1).stall(Duration.ZERO).until(() -> true);
  }

  @Test
  void leasesAreNeverShorterThanOnAQuietMachineAndKeepTheirRelations() {
    var pace = MeasuredPace.get();

    assertThat(pace.factor()).isBetween(1.0, MeasuredPace.FACTOR_MAX);
    assertThat(pace).isSameAs(MeasuredPace.get());
    // Their record rejects other values.
    assertThat(PacedLease.of(LeaseTimes.DEFAULT).lease())
        .isEqualTo(pace.scaled(LeaseTimes.DEFAULT.lease()))
        .isGreaterThanOrEqualTo(LeaseTimes.DEFAULT.lease());
  }
}
