package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Failure;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Consequences of a failed attempt. */
final class RetryDecisionTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant FAR = NOW.plus(Duration.ofDays(1));
  private static final Failure FAILURE = new Failure("IO", "disk full", "at line 1", true);
  private static final RetryPolicy POLICY =
      new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofSeconds(10), 2, RetryBudget.DEFAULT);

  @Test
  void anAttemptThatIsNotTheLastIsRetriedWithinItsBackoff() {
    var decision = after(2, Optional.empty(), FAR);

    assertThat(decision)
        .isInstanceOfSatisfying(
            RetryDecision.RetryAt.class,
            retry -> assertThat(retry.at()).isBetween(NOW.plusMillis(1), NOW.plusSeconds(2)));
  }

  @Test
  void theLastAttemptIsGivenUpAndSaysWhy() {
    var decision = after(3, Optional.of(Duration.ofSeconds(1)), FAR);

    assertThat(decision)
        .isEqualTo(
            new RetryDecision.GiveUp(
                new Failure(
                    "ATTEMPTS_EXHAUSTED",
                    "attempt 3 of 3 failed: IO: disk full",
                    "at line 1",
                    false)));
  }

  @Test
  void requestedDelayOverridesThePolicy() {
    assertThat(after(1, Optional.of(Duration.ofHours(2)), FAR))
        .isEqualTo(new RetryDecision.RetryAt(NOW.plus(Duration.ofHours(2))));
  }

  @Test
  void aRetryMustBeginBeforeTheDeadline() {
    var wait = Optional.of(Duration.ofSeconds(5));

    assertThat(after(1, wait, NOW.plusSeconds(5)))
        .isInstanceOfSatisfying(
            RetryDecision.GiveUp.class,
            end -> assertThat(end.failure().code()).isEqualTo("DEADLINE_EXCEEDED"));
    assertThat(after(1, wait, NOW.plusSeconds(5).plusMillis(1)))
        .isEqualTo(new RetryDecision.RetryAt(NOW.plusSeconds(5)));
  }

  private static RetryDecision after(int attempt, Optional<Duration> wait, Instant deadline) {
    return RetryDecision.after(FAILURE, attempt, wait, POLICY, deadline, NOW, new Random(1));
  }
}
