package dev.atf.controller;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** How long to leave the HSC alone after failures in a row: exponential, with full jitter. */
@Singleton
final class Backoff {
  private final JitteredBackoff pauses;
  private final RandomGenerator random;
  private final AtomicInteger failures = new AtomicInteger();

  @Inject
  Backoff(RandomGenerator random, ControllerTuning tuning) {
    this.pauses = new JitteredBackoff(tuning.claimBackoffMin(), tuning.claimBackoffMax());
    this.random = random;
  }

  void succeeded() {
    failures.set(0);
  }

  Duration failed() {
    return pauses.any(failures.getAndUpdate(n -> Math.min(n, 1_000) + 1), random);
  }
}
