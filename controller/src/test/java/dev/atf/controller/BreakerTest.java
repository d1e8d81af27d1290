package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class BreakerTest {
  private final AtomicLong nanos = new AtomicLong();
  private final Breaker breaker = new Breaker(new BreakerLimits(3), nanos::get, new Random(5));

  @Test
  void itOpensOnceAfterThreeFailuresInARow() {
    assertThat(breaker.failed()).isFalse();
    assertThat(breaker.failed()).isFalse();
    breaker.succeeded();
    assertThat(breaker.failed()).isFalse();
    assertThat(breaker.failed()).isFalse();

    assertThat(breaker.failed()).isTrue();
    assertThat(breaker.failed()).isFalse();
  }

  @Test
  void itIsProbedSoonAndNeverBeforeHalfOfItsTime() {
    open();

    advance(Duration.ofMillis(249));
    assertThat(breaker.wantsProbe()).isFalse();
    advance(Duration.ofMillis(251));
    assertThat(breaker.wantsProbe()).isTrue();
  }

  @Test
  void whileItIsClosedNobodyProbes() {
    advance(Duration.ofHours(1));

    assertThat(breaker.wantsProbe()).isFalse();
  }

  @Test
  void afterAProbeOneFailureOpensItAgainForLonger() {
    open();
    for (int i = 0; i < 3; i++) {
      breaker.probed();
      assertThat(breaker.failed()).isTrue();
    }

    advance(Duration.ofMillis(1_999));
    assertThat(breaker.wantsProbe()).isFalse();
    advance(Duration.ofMillis(2_001));
    assertThat(breaker.wantsProbe()).isTrue();
  }

  @Test
  void afterAClaimAllIsForgotten() {
    open();
    breaker.probed();
    breaker.succeeded();

    assertThat(breaker.failed()).isFalse();
    assertThat(breaker.failed()).isFalse();
    assertThat(breaker.failed()).isTrue();
    advance(Duration.ofMillis(500));
    assertThat(breaker.wantsProbe()).isTrue();
  }

  private void open() {
    breaker.failed();
    breaker.failed();
    assertThat(breaker.failed()).isTrue();
  }

  private void advance(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }
}
