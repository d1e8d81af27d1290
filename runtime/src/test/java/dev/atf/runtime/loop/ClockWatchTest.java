package dev.atf.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ClockWatchTest {
  private final ManualClock clock = new ManualClock();
  private final ClockWatch watch =
      new ClockWatch(Duration.ofSeconds(1), Duration.ofMinutes(5), clock, clock, "nothing happens");

  @Test
  void aClockThatAdvancesAsTheOtherIsTrusted() {
    for (int i = 0; i < 100; i++) {
      clock.advance(Duration.ofSeconds(2));
      assertThat(watch.inDoubt()).isFalse();
    }
  }

  @Test
  @Tag("F3")
  void aJumpEitherWayIsNoticedUntilTheClockIsBack() {
    for (var jump : List.of(Duration.ofMillis(1_301), Duration.ofMinutes(-5))) {
      assertThat(watch.inDoubt()).isFalse();
      clock.jump(jump);
      assertThat(watch.inDoubt()).isTrue();
      clock.advance(Duration.ofMinutes(5).minusMillis(1));
      assertThat(watch.inDoubt()).isTrue();
      clock.jump(jump.negated());
      assertThat(watch.inDoubt()).isFalse();
    }
  }

  @Test
  @Tag("F3")
  void clockThatAdvancesSteadilyAfterAJumpIsTrustedAgain() {
    assertThat(watch.inDoubt()).isFalse();
    clock.jump(Duration.ofHours(8));
    assertThat(watch.inDoubt()).isTrue();

    clock.advance(Duration.ofMinutes(4));
    clock.jump(Duration.ofMillis(-1_241));
    assertThat(watch.inDoubt()).isTrue();
    clock.advance(Duration.ofMinutes(5).minusMillis(1));
    assertThat(watch.inDoubt()).isTrue();
    clock.advance(Duration.ofMillis(1));

    assertThat(watch.inDoubt()).isFalse();
    clock.jump(Duration.ofHours(-8));
    assertThat(watch.inDoubt()).isTrue();
  }

  @Test
  void slowDriftIsFollowed() {
    assertThat(watch.inDoubt()).isFalse();
    for (int i = 0; i < 100; i++) {
      clock.advance(Duration.ofSeconds(2));
      clock.jump(Duration.ofMillis(900));
      assertThat(watch.inDoubt()).isFalse();
    }
  }

  @Test
  void driftOfAnHourWithoutACallIsNoJump() {
    assertThat(watch.inDoubt()).isFalse();
    clock.advance(Duration.ofHours(1));
    clock.jump(Duration.ofSeconds(3));
    assertThat(watch.inDoubt()).isFalse();

    clock.advance(Duration.ofHours(1));
    clock.jump(Duration.ofSeconds(5));
    assertThat(watch.inDoubt()).isTrue();
  }
}
