package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Priority;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests occasional polls of queues that another host polls. */
final class IdlePollsTest {
  private static final Priority HIGH = new Priority("high");
  private static final Priority LOW = new Priority("low");
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final IdlePolls idle = new IdlePolls(0);

  @Test
  void queuesArePolledUntilTheHscTellsOtherwise() {
    idle.polled(HIGH, 0);

    assertThat(idle.rests(HIGH, SECOND)).isFalse();
  }

  @Test
  void idleQueueIsLookedIntoOnceAndThenSeldom() {
    idle.set(true, 0);
    assertThat(idle.rests(HIGH, 0)).isFalse();

    idle.polled(HIGH, 0);

    long next = IdlePolls.INTERVAL_MIN.toNanos();
    for (long now = 0; now < next; now += SECOND) {
      idle.set(true, now);
      assertThat(idle.rests(HIGH, now)).isTrue();
    }
    idle.set(true, 2 * next);
    assertThat(idle.rests(HIGH, 2 * next)).isFalse();
    assertThat(idle.rests(LOW, 0)).as("each queue by itself").isFalse();
  }

  @Test
  void awakeLambdaIsPolledAtOnce() {
    idle.set(true, 0);
    idle.polled(HIGH, 0);

    idle.set(false, SECOND);

    assertThat(idle.rests(HIGH, SECOND)).isFalse();
  }

  @Test
  void messageHasTheQueuesPolledForAWhile() {
    idle.polled(HIGH, 0);
    idle.set(true, 0);

    idle.received(SECOND);

    long quiet = SECOND + IdlePolls.BUSY_FOR.toNanos();
    idle.set(true, quiet - 1);
    assertThat(idle.rests(HIGH, quiet - 1)).isFalse();
    assertThat(idle.rests(HIGH, quiet)).isTrue();
  }

  @Test
  void queuesArePolledWithoutWordFromTheHsc() {
    idle.polled(HIGH, 0);
    idle.set(true, 0);

    assertThat(idle.rests(HIGH, IdlePolls.REPORT_VALID_FOR.toNanos() - 1)).isTrue();
    assertThat(idle.rests(HIGH, IdlePolls.REPORT_VALID_FOR.toNanos())).isFalse();
  }
}
