package dev.atf.controller;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** How long to leave the HSC alone after failures in a row: exponential, with full jitter. */
@Singleton
final class Backoff {
  private static final long FIRST_MILLIS = 100;
  private static final long MAX_MILLIS = 2_000;

  private final RandomGenerator random;
  private final AtomicInteger failures = new AtomicInteger();

  @Inject
  Backoff(RandomGenerator random) {
    this.random = random;
  }

  void succeeded() {
    failures.set(0);
  }

  Duration failed() {
    int doublings = Math.min(failures.getAndIncrement(), 10);
    long bound = Math.min(MAX_MILLIS, FIRST_MILLIS << doublings);
    return Duration.ofMillis(1 + random.nextLong(bound));
  }
}
