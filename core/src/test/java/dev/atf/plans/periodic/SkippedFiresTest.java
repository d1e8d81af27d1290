package dev.atf.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.plans.periodic.SkippedFires.Range;
import dev.atf.plans.periodic.SkippedFires.Reason;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class SkippedFiresTest {
  private static final Instant NOON = Instant.parse("2024-06-01T12:00:00Z");

  @Test
  void mergesConsecutiveFiresWithTheSameReason() {
    var fires =
        SkippedFires.NONE
            .with(at(1), at(2), Reason.OVERLAP)
            .with(at(4), at(4), Reason.OVERLAP)
            .with(at(5), at(7), Reason.MISSED);

    assertThat(fires.ranges())
        .containsExactly(
            new Range(at(1), at(4), Reason.OVERLAP), new Range(at(5), at(7), Reason.MISSED));
  }

  @Test
  void reasonsHoldFromTheFirstToTheLast() {
    var fires = SkippedFires.NONE.with(at(1), at(3), Reason.PAUSED);

    assertThat(fires.reason(at(1).minusMillis(1))).isEmpty();
    assertThat(fires.reason(at(1))).contains(Reason.PAUSED);
    assertThat(fires.reason(at(3))).contains(Reason.PAUSED);
    assertThat(fires.reason(at(3).plusMillis(1))).isEmpty();
  }

  @Test
  void theEarliestAreForgotten() {
    var fires = SkippedFires.NONE;
    for (int i = 0; i <= SkippedFires.RANGES_MAX; i++) {
      fires = fires.with(at(i), at(i), Reason.values()[i % 2]);
    }

    assertThat(fires.ranges()).hasSize(SkippedFires.RANGES_MAX);
    assertThat(fires.reason(at(0))).isEmpty();
    assertThat(fires.reason(at(1))).contains(Reason.MISSED);
  }

  private static Instant at(int minute) {
    return NOON.plusSeconds(60L * minute);
  }
}
