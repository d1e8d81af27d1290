package dev.atf.simulation.model;

import java.time.Duration;
import java.time.Instant;

/** The model's time: whole ticks of a millisecond, the unit of the store's times. */
final class Ticks {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private Ticks() {}

  static Instant at(int tick) {
    return START.plusMillis(tick);
  }

  static int of(Instant at) {
    return Math.toIntExact(Duration.between(START, at).toMillis());
  }
}
