package dev.atf.runtime.rate;

import java.time.Duration;

/**
 * Token bucket that fills at a rate, up to a burst. In any time t, at most {@code rate × t + burst}
 * tokens are taken.
 *
 * @param rate tokens per second, more than 0
 * @param burst maximum number of tokens, at least 1
 * @param tokens number of tokens at {@code atNanos}; negative if more tokens were taken than it had
 * @param atNanos nanoseconds of any clock, which must be the same for all calls
 */
public record TokenBucket(double rate, double burst, double tokens, long atNanos) {
  /** Maximum wait. If the next token is further away, the caller asks again after this time. */
  private static final Duration WAIT_MAX = Duration.ofHours(1);

  private static final double NANOS_PER_SECOND = 1e9;

  /** Difference to a whole token that is ignored, because sums of fractions are not exact. */
  private static final double ROUNDING = 1e-6;

  public TokenBucket {
    burst = Math.max(1, burst);
  }

  /** Returns a bucket with its maximum number of tokens. */
  public static TokenBucket full(double rate, double burst, long nowNanos) {
    return new TokenBucket(rate, burst, Math.max(1, burst), nowNanos);
  }

  /** Returns the bucket at a later time. A clock that was set back adds no tokens. */
  public TokenBucket at(long nowNanos) {
    double seconds = Math.max(0, nowNanos - atNanos) / NANOS_PER_SECOND;
    return new TokenBucket(rate, burst, Math.min(burst, tokens + seconds * rate), nowNanos);
  }

  /** Returns the bucket with another rate and burst from now on. */
  public TokenBucket withRate(double newRate, double newBurst, long nowNanos) {
    var filled = new TokenBucket(newRate, newBurst, at(nowNanos).tokens, nowNanos);
    return filled.at(nowNanos);
  }

  /** Returns the number of whole tokens at {@link #atNanos}. */
  public int whole() {
    return (int) Math.max(0, tokens + ROUNDING);
  }

  /** Returns the bucket without {@code count} tokens, which may be more than it has. */
  public TokenBucket without(int count) {
    return new TokenBucket(rate, burst, tokens - count, atNanos);
  }

  /** Returns the time from {@link #atNanos} to the next whole token; zero if there is one. */
  public Duration untilNext() {
    if (whole() > 0) {
      return Duration.ZERO;
    }
    long nanos = (long) Math.ceil((1 - tokens) / rate * NANOS_PER_SECOND);
    return Duration.ofNanos(Math.min(nanos, WAIT_MAX.toNanos()));
  }
}
