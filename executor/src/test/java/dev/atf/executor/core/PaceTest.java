package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PaceTest {
  private static final Duration SOON = Duration.ofMillis(20);

  private final Pace pace = new Pace(4, SOON);

  @Test
  void nothingIsAskedForAheadBeforeTasksWereSeenToBeShort() {
    assertThat(pace.freeSoon()).isZero();
  }

  @Test
  void theShorterTasksAreTheMoreSlotsAreFreeSoon() {
    tasksOf(Duration.ofMillis(40));
    assertThat(pace.freeSoon()).isEqualTo(1);

    tasksOf(Duration.ofMillis(8));
    assertThat(pace.freeSoon()).isEqualTo(9);
  }

  @Test
  void oneLongTaskAmongShortOnesIsEnough() {
    tasksOf(Duration.ofMillis(1));

    pace.busyFor(Duration.ofSeconds(1));

    assertThat(pace.freeSoon()).isZero();
  }

  @Test
  void afterATaskHasWaitedInVainOthersMustBeShortAgain() {
    tasksOf(Duration.ofMillis(1));

    pace.stalled();

    assertThat(pace.freeSoon()).isZero();
    tasksOf(Duration.ofMillis(1));
    assertThat(pace.freeSoon()).isPositive();
  }

  @Test
  void disabledPaceForecastsNoFreeSlots() {
    var off = new Pace(4, Duration.ZERO);

    off.busyFor(Duration.ZERO);

    assertThat(off.freeSoon()).isZero();
  }

  /**
   * Runs so many tasks that earlier ones do not matter. The mean approaches its value from above.
   */
  private void tasksOf(Duration time) {
    for (int i = 0; i < 100; i++) {
      pace.busyFor(time);
    }
  }
}
