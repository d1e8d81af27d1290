package dev.atf.storeconsumer.release;

import java.time.Duration;
import java.time.Instant;

/**
 * Token bucket of a limited queue: fills by {@code rate} a second up to {@link #burst}. Over any
 * time t no more than {@code rate × t + burst} is taken from it.
 *
 * @param rate tokens a second, more than 0
 * @param tokens at {@code filledAt}
 */
record TokenBucket(double rate, double tokens, Instant filledAt) {
  /** Chosen: maximum that a delayed loop may make up for; the bound of the burst is one second. */
  private static final double BURST_SECONDS = 0.5;

  /** Maximum wait: at a rate whose next token would come later, it is looked at again then. */
  private static final Duration WAIT_MAX = Duration.ofHours(1);

  private static final double NANOS = 1e9;

  static TokenBucket full(double rate, Instant now) {
    return new TokenBucket(rate, burst(rate), now);
  }

  /** Returns the burst, at least one, or nothing would ever be taken. */
  static double burst(double rate) {
    return Math.max(1, rate * BURST_SECONDS);
  }

  /** Returns the same bucket later; a clock that was set back fills nothing. */
  TokenBucket at(Instant now) {
    double seconds = Math.max(0, Duration.between(filledAt, now).toNanos() / NANOS);
    return new TokenBucket(rate, Math.min(burst(rate), tokens + seconds * rate), now);
  }

  /** Returns the same bucket with another rate from now on. */
  TokenBucket withRate(double other, Instant now) {
    var filled = at(now);
    return new TokenBucket(other, Math.min(burst(other), filled.tokens()), now);
  }

  int whole() {
    return (int) tokens;
  }

  /**
   * Returns the bucket without the taken tokens; it may leave a debt, when more was taken than
   * there was.
   */
  TokenBucket without(int taken) {
    return new TokenBucket(rate, tokens - taken, filledAt);
  }

  /** Returns when there is a whole token; the present if there is one. */
  Instant nextAt() {
    if (tokens >= 1) {
      return filledAt;
    }
    // Rounded up: a nanosecond early would be a turn in vain.
    long nanos = (long) Math.ceil((1 - tokens) / rate * NANOS) + 1;
    return filledAt.plusNanos(Math.min(nanos, WAIT_MAX.toNanos()));
  }
}
