package dev.atf.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DeletionStepTest {
  private final ManualClock clock = new ManualClock();
  private int turns;

  private final DeletionStep step =
      new DeletionStep(
          () -> {
            turns++;
            return Duration.ofSeconds(1);
          },
          clock,
          clock);

  @Test
  @Tag("F3")
  void nothingIsDeletedAfterALeapOfTheClockUntilItIsBack() throws Exception {
    step.turn();
    clock.jump(Duration.ofDays(40));

    assertThat(step.turn()).isEqualTo(Duration.ofMinutes(1));
    clock.advance(Duration.ofMinutes(1));
    step.turn();
    assertThat(turns).isEqualTo(1);

    clock.jump(Duration.ofDays(-40));
    assertThat(step.turn()).isEqualTo(Duration.ofSeconds(1));
    assertThat(turns).isEqualTo(2);
  }

  @Test
  void aClockThatAdvancesSteadilyAfterALeapIsTrustedAgain() throws Exception {
    step.turn();
    clock.jump(Duration.ofDays(40));
    step.turn();

    clock.advance(Duration.ofMinutes(59));
    step.turn();
    assertThat(turns).isEqualTo(1);
    clock.advance(Duration.ofMinutes(1));
    step.turn();

    assertThat(turns).isEqualTo(2);
  }
}
