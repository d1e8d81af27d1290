package dev.atf.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.lab.chaos.ScheduleAvailability.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScheduleAvailabilityTest {
  private static final long BEGUN = -Duration.ofHours(1).toNanos();

  private final List<Call> calls = new ArrayList<>();

  @Test
  void oneFailureOfAThousandIsAllowedAndTwoAreNot() {
    answered(0, 999, 10);
    failed(999);

    assertThat(ScheduleAvailability.of(calls).isMet()).isTrue();

    failed(1_000);
    assertThat(ScheduleAvailability.of(calls).isMet()).isFalse();
    assertThat(ScheduleAvailability.of(calls).availability()).isEqualTo(999 / 1_001.0);
  }

  @Test
  void minutesAreCountedByTheTimesAtWhichCallsWereDue() {
    answered(0, 10, 90_000);
    answered(60_000, 10, 1);
    failed(59_999);

    var availability = ScheduleAvailability.of(calls);

    assertThat(availability.minutes()).isEqualTo(2);
    assertThat(availability.goodMinutes()).isEqualTo(1);
  }

  @Test
  void theGapIsTheLongestTimeWithoutAnAnswer() {
    answered(0, 1, 500);
    failed(1_000);
    answered(2_000, 1, 250);

    assertThat(ScheduleAvailability.of(calls).longestGapSeconds()).isEqualTo(1.75);
  }

  @Test
  void latencyIsThatOfAnsweredCalls() {
    answered(0, 98, 20);
    answered(98, 2, 2_020);
    failed(100);

    var latency = ScheduleAvailability.of(calls).latency();

    assertThat(latency.p50()).isEqualTo(20);
    assertThat(latency.p99()).isEqualTo(2_020);
  }

  @Test
  void aRunWithoutCallsDoesNotMeetTheObjective() {
    assertThat(ScheduleAvailability.of(calls).isMet()).isFalse();
  }

  /** Adds calls that are due one millisecond after the other. */
  private void answered(long dueMillis, int count, long latencyMillis) {
    for (int i = 0; i < count; i++) {
      long due = BEGUN + Duration.ofMillis(dueMillis + i).toNanos();
      calls.add(new Call(due, due + Duration.ofMillis(latencyMillis).toNanos(), true));
    }
  }

  private void failed(long dueMillis) {
    long due = BEGUN + Duration.ofMillis(dueMillis).toNanos();
    calls.add(new Call(due, due + 1, false));
  }
}
