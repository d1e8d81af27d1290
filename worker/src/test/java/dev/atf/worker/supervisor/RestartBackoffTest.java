package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RestartBackoffTest {
  private final SupervisorConfig config = SupervisorConfig.DEFAULTS;
  private final HostOverload overload = new HostOverload(config);
  private final RestartBackoff backoff = new RestartBackoff(config, overload, new Random(11));

  @Test
  void waitsAreDrawnBelowABoundThatDoublesUpToTheMost() {
    var longest = Duration.ZERO;
    for (int death = 1; death <= 200; death++) {
      var wait = backoff.afterDeath();
      var bound = config.restartBackoffMin().multipliedBy(1L << Math.min(death - 1, 10));
      assertThat(wait).isPositive().isLessThanOrEqualTo(bound);
      assertThat(wait).isLessThanOrEqualTo(config.restartBackoffMax());
      longest = wait.compareTo(longest) > 0 ? wait : longest;
    }

    assertThat(longest).isGreaterThan(config.restartBackoffMax().multipliedBy(9).dividedBy(10));
    assertThat(Stream.generate(backoff::afterDeath).limit(20).distinct().count()).isGreaterThan(15);
  }

  @Test
  void overloadedHostBacksOffByAllLostLeases() {
    int lost = 5;
    for (int i = 0; i < lost; i++) {
      overload.leaseLost("paint/" + i, 0);
    }
    var longest = Duration.ZERO;
    for (int round = 0; round < 200; round++) {
      backoff.readyFor(config.steadyAfter());
      var wait = backoff.afterDeath();
      longest = wait.compareTo(longest) > 0 ? wait : longest;
    }

    var bound = config.restartBackoffMin().multipliedBy(1L << (lost - 1));
    assertThat(longest).isBetween(bound.multipliedBy(9).dividedBy(10), bound);
    assertThat(backoff.deathsInARow()).isEqualTo(1);
  }

  @Test
  void aHealthyTimeMakesFormerDeathsForgotten() {
    for (int death = 0; death < RestartBackoff.CRASH_LOOP_DEATHS; death++) {
      assertThat(backoff.isCrashLoop()).isFalse();
      backoff.afterDeath();
    }
    assertThat(backoff.isCrashLoop()).isTrue();
    backoff.readyFor(config.steadyAfter().minusMillis(1));
    assertThat(backoff.isCrashLoop()).isTrue();

    backoff.readyFor(config.steadyAfter());

    assertThat(backoff.isCrashLoop()).isFalse();
    assertThat(backoff.afterDeath()).isLessThanOrEqualTo(config.restartBackoffMin());
  }
}
