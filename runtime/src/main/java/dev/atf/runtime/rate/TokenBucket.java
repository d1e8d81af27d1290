package dev.atf.runtime.rate;

import java.time.Duration;

/**
 * Tokens that come at a rate, up to a burst. Over any time t no more than {@code rate × t + burst}
 * are taken from it.
 *
 * @param rate tokens a second, more than 0
 * @param burst greatest number of tokens that gather, at least 1, or none could ever be taken
 * @param tokens number of tokens at {@code atNanos}; negative after more were taken than there were
 * @param atNanos nanoseconds of any clock, the same for all calls
 */
public record TokenBucket(double rate, double burst, double tokens, long atNanos) {
  /** Longest wait: at a rate whose next token would come later, the bucket is asked again then. */
  private static final Duration WAIT_MAX = Duration.ofHours(1);

  private static final double NANOS_PER_SECOND = 1e9;

  /** Tolerance below which a lacking token counts as complete: sums of fractions miss by a bit. */
  private static final double ROUNDING = 1e-6;

  public TokenBucket {
    burst = Math.max(1, burst);
  }

  /** Returns a bucket that has gathered its burst. */
  public static TokenBucket full(double rate, double burst, long nowNanos) {
    return new TokenBucket(rate, burst, Math.max(1, burst), nowNanos);
  }

  /** Returns the same bucket later; a clock that was set back fills nothing. */
  public TokenBucket at(long nowNanos) {
    double seconds = Math.max(0, nowNanos - atNanos) / NANOS_PER_SECOND;
    return new TokenBucket(rate, burst, Math.min(burst, tokens + seconds * rate), nowNanos);
  }

  /** Returns the same bucket with another rate and burst from now on. */
  public TokenBucket withRate(double newRate, double newBurst, long nowNanos) {
    var filled = new TokenBucket(newRate, newBurst, at(nowNanos).tokens, nowNanos);
    return filled.at(nowNanos);
  }

  /** Returns how many whole tokens can be taken at {@link #atNanos}. */
  public int whole() {
    return (int) Math.max(0, tokens + ROUNDING);
  }

  /** Returns the bucket without {@code count} tokens, which may be more than there are. */
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
