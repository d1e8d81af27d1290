package dev.atf.worker.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.config.Durations;
import dev.atf.worker.pool.PoolDecision.PoolFacts;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PoolDecisionTest {
  private static final ScaleConfig LIMITS =
      new ScaleConfig(10, Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofSeconds(5));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # range | processes | failing | queued | age   | idle  | overloaded | decision
          0..8    | 0         | 0       | 0      | 0s    | 0s    | false      | stay
          0..8    | 0         | 0       | 0      | 0s    | 1h    | false      | stay
          0..8    | 0         | 0       | 1      | 0s    | 1h    | false      | start 1
          0..8    | 0         | 0       | 0      | 1ms   | 0s    | false      | start 1
          0..8    | 0         | 0       | 1000   | 1h    | 0s    | false      | start 1
          0..8    | 0         | 0       | 1      | 0s    | 0s    | true       | stay
          # Places that keep failing are no capacity, and more of them would fail, too.
          0..8    | 0         | 1       | 1000   | 1h    | 0s    | false      | stay
          0..8    | 0         | 1       | 0      | 0s    | 1m    | false      | drain
          0..8    | 1         | 7       | 1000   | 0s    | 0s    | false      | stay
          0..8    | 1         | 6       | 1000   | 0s    | 0s    | false      | start 1
          0..8    | 4         | 3       | 1000   | 0s    | 0s    | false      | start 1
          # Backlog per process.
          0..8    | 1         | 0       | 10     | 0s    | 0s    | false      | stay
          0..8    | 1         | 0       | 11     | 0s    | 0s    | false      | start 1
          0..8    | 1         | 1       | 11     | 0s    | 0s    | false      | start 1
          0..8    | 3         | 0       | 30     | 0s    | 0s    | false      | stay
          0..8    | 3         | 0       | 31     | 0s    | 0s    | false      | start 1
          0..8    | 4         | 0       | 41     | 0s    | 0s    | false      | start 2
          0..8    | 7         | 0       | 71     | 0s    | 0s    | false      | start 1
          0..8    | 8         | 0       | 1000   | 1h    | 0s    | false      | stay
          0..100  | 40        | 0       | 401    | 0s    | 0s    | false      | start 11
          # Age of the oldest due task.
          0..8    | 1         | 0       | 0      | 10s   | 0s    | false      | stay
          0..8    | 1         | 0       | 0      | 10001ms | 0s  | false      | start 1
          0..8    | 4         | 0       | 1      | 11s   | 0s    | false      | start 2
          # An overloaded host does not grow, but has what it must have.
          0..8    | 4         | 0       | 1000   | 1h    | 0s    | true       | stay
          2..8    | 0         | 0       | 0      | 0s    | 0s    | true       | start 2
          2..8    | 1         | 0       | 0      | 0s    | 0s    | false      | start 1
          2..8    | 1         | 1       | 0      | 0s    | 0s    | false      | stay
          # Shrinking.
          0..8    | 1         | 0       | 0      | 0s    | 59999ms | false    | stay
          0..8    | 1         | 0       | 0      | 0s    | 1m    | false      | drain
          0..8    | 8         | 0       | 0      | 0s    | 1m    | false      | drain
          0..8    | 8         | 0       | 0      | 0s    | 1m    | true       | drain
          0..8    | 8         | 0       | 1      | 0s    | 1m    | false      | stay
          2..8    | 3         | 0       | 0      | 0s    | 1m    | false      | drain
          2..8    | 2         | 0       | 0      | 0s    | 1h    | false      | stay
          3       | 3         | 0       | 1000   | 1h    | 1h    | false      | stay
          3       | 3         | 0       | 0      | 0s    | 1h    | false      | stay
          """)
  void theNumberFollowsTheLoad(
      String range,
      int processes,
      int failing,
      int queued,
      String age,
      String idle,
      boolean overloaded,
      String decision) {
    var facts =
        new PoolFacts(
            ProcessRange.parse(range),
            processes,
            failing,
            queued,
            Durations.parse(age),
            Durations.parse(idle),
            overloaded);

    assertThat(words(PoolDecision.of(facts, LIMITS))).isEqualTo(decision);
  }

  @Test
  void neitherBoundIsEverPassed() {
    for (int least = 0; least <= 3; least++) {
      for (int most = Math.max(1, least); most <= 5; most++) {
        for (int processes = 0; processes <= most; processes++) {
          for (int queued : new int[] {0, 1, 1_000_000}) {
            var range = new ProcessRange(least, most);
            var idle = Duration.ofHours(1);
            var facts = new PoolFacts(range, processes, 0, queued, Duration.ZERO, idle, false);

            assertThat(after(processes, PoolDecision.of(facts, LIMITS)))
                .as("%s", facts)
                .isBetween(least, most);
          }
        }
      }
    }
  }

  private static int after(int processes, PoolDecision decision) {
    if (decision instanceof PoolDecision.Start start) {
      return processes + start.processes();
    }
    return decision instanceof PoolDecision.Drain ? processes - 1 : processes;
  }

  private static String words(PoolDecision decision) {
    if (decision instanceof PoolDecision.Start start) {
      return "start " + start.processes();
    }
    return decision instanceof PoolDecision.Drain ? "drain" : "stay";
  }
}
