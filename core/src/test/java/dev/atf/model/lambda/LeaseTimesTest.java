package dev.atf.model.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Law 4: L > callTimeout + missedHeartbeats × (heartbeatInterval + callTimeout). */
final class LeaseTimesTest {
  /** 2 s + 3 × (5 s + 2 s). */
  private static final Duration BOUND = Duration.ofSeconds(23);

  @Test
  void aLeaseThatEndsWithTheLastStrikeIsRefused() {
    assertThatThrownBy(() -> withLease(BOUND))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("lease.lease: 23s")
        .hasMessageContaining("= 23s");
    assertThatThrownBy(() -> withLease(BOUND.minusMillis(1)))
        .isInstanceOf(InvalidFieldException.class);
  }

  @Test
  void aLeaseOneMillisecondLongerIsAccepted() {
    assertThatCode(() -> withLease(BOUND.plusMillis(1))).doesNotThrowAnyException();
  }

  @Test
  @Tag("F2")
  void theStoreKeepsAClaimLongerByTwoClockErrorsAndTheTimeToStop() {
    assertThat(LeaseTimes.DEFAULT.stored()).isEqualTo(Duration.ofSeconds(30));
    assertThat(LeaseTimes.DEFAULT.stored(Duration.ofMinutes(10)))
        .isEqualTo(Duration.ofMinutes(10).plusSeconds(5));
  }

  @Test
  void timesThatMakeNoSenseAreRefused() {
    var second = Duration.ofSeconds(1);
    var minute = Duration.ofMinutes(1);

    assertRefused(minute, Duration.ZERO, second, 1, second, second, "heartbeatInterval");
    assertRefused(minute, second, Duration.ZERO, 1, second, second, "callTimeout");
    assertRefused(minute, second, second, 0, second, second, "missedHeartbeatsMax");
    assertRefused(minute, second, second, 1, second.negated(), second, "clockErrorMax");
    assertRefused(minute, second, second, 1, second, Duration.ZERO, "stopTime");
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(
            () ->
                new LeaseTimes(
                    Duration.ofSeconds(1),
                    Duration.ZERO,
                    Duration.ofSeconds(2),
                    0,
                    Duration.ofSeconds(-1),
                    Duration.ZERO))
        .isInstanceOfSatisfying(
            InvalidFieldException.class,
            refusal ->
                assertThat(refusal.violations())
                    .extracting(FieldViolation::field)
                    .containsExactly(
                        "lease.heartbeatInterval",
                        "lease.missedHeartbeatsMax",
                        "lease.clockErrorMax",
                        "lease.stopTime",
                        "lease.lease"));
  }

  private static void assertRefused(
      Duration lease,
      Duration interval,
      Duration timeout,
      int misses,
      Duration clockError,
      Duration stop,
      String field) {
    assertThatThrownBy(() -> new LeaseTimes(lease, interval, timeout, misses, clockError, stop))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("lease." + field);
  }

  private static LeaseTimes withLease(Duration lease) {
    return new LeaseTimes(
        lease,
        Duration.ofSeconds(5),
        Duration.ofSeconds(2),
        3,
        Duration.ofSeconds(1),
        Duration.ofSeconds(3));
  }
}
