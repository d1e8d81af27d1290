package dev.atf.simulation.scale;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Latency of a request: at least three quarters of the mean, with an exponential tail, so that one
 * in a hundred takes about twice the mean.
 */
record Latency(Duration mean, RandomGenerator random) {
  private static final double LEAST = 0.75;

  Duration next() {
    double tail = -Math.log(1 - random.nextDouble()) * (1 - LEAST);
    return Duration.ofNanos((long) (mean.toNanos() * (LEAST + tail)));
  }
}
