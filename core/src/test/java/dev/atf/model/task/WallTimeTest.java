package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Decisions with a clock that is right, and with one that has jumped. */
final class WallTimeTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant BEFORE = NOW.minusMillis(1);
  private static final Instant AFTER = NOW.plusMillis(1);
  private static final WallTime SURE = new WallTime(NOW, false);
  private static final WallTime IN_DOUBT = new WallTime(NOW, true);

  @Test
  void nothingHasCertainlyPassedByAClockInDoubt() {
    assertThat(SURE.certain(Duration.ofMillis(1))).isEqualTo(BEFORE);
    assertThat(IN_DOUBT.certain(Duration.ofMillis(1))).isEqualTo(Instant.EPOCH);
  }

  @Test
  void noDeadlineAppliesByAClockInDoubt() {
    var task =
        new TaskHeader(
            new TaskId("0123456789abcdef0123456789abcdef"),
            new LambdaName("a"),
            new Priority("p"),
            null,
            0,
            NOW,
            NOW,
            AFTER,
            null);

    assertThat(SURE.deadline(task)).isEqualTo(AFTER);
    assertThat(IN_DOUBT.deadline(task)).isEqualTo(Instant.MAX);
  }

  @Test
  void byAClockInDoubtAnAttemptEndsNoLaterThanItsLease() {
    assertThat(SURE.endOf(until(BEFORE))).isEqualTo(NOW);
    assertThat(SURE.endOf(until(AFTER))).isEqualTo(NOW);
    assertThat(IN_DOUBT.endOf(until(BEFORE))).isEqualTo(BEFORE);
    assertThat(IN_DOUBT.endOf(until(AFTER))).isEqualTo(NOW);
  }

  private static Lease until(Instant end) {
    return new Lease(new ClaimId("c1a1c1a1c1a1c1a1"), new ExecutorId("host:1:a"), end);
  }
}
