package dev.atf.controller;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** How long to leave the HSC alone after failures in a row: exponential, with full jitter. */
@Singleton
final class Backoff {
  private final long firstMillis;
  private final long maxMillis;
  private final RandomGenerator random;
  private final AtomicInteger failures = new AtomicInteger();

  @Inject
  Backoff(RandomGenerator random, ControllerTuning tuning) {
    this.firstMillis = tuning.claimBackoffMin().toMillis();
    this.maxMillis = tuning.claimBackoffMax().toMillis();
    this.random = random;
  }

  void succeeded() {
    failures.set(0);
  }

  Duration failed() {
    int doublings = Math.min(failures.getAndIncrement(), 10);
    long bound = Math.min(maxMillis, firstMillis << doublings);
    return Duration.ofMillis(1 + random.nextLong(bound));
  }
}
