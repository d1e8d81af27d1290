package dev.atf.frontend.schedule;

import java.time.Duration;

/**
 * Tokens that come at a rate. At most those of one second gather, and never less than one.
 *
 * @param tokens number of tokens at {@code atNanos} of the monotonic clock
 */
record TokenBucket(double tokens, long atNanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Tolerance below which a lacking token counts as complete: sums of fractions miss it by a
   * little.
   */
  private static final double ROUNDING = 1e-6;

  /**
   * @param left the bucket afterwards
   * @param untilNext from now until there is another token; zero if one is left
   */
  record Taken(TokenBucket left, boolean granted, Duration untilNext) {}

  static TokenBucket full(double perSecond, long nowNanos) {
    return new TokenBucket(burst(perSecond), nowNanos);
  }

  static double burst(double perSecond) {
    return Math.max(1, perSecond);
  }

  /**
   * Takes one token if there is one.
   *
   * @param perSecond more than 0; may differ from call to call
   */
  Taken take(double perSecond, long nowNanos) {
    double seconds = Math.max(0, nowNanos - atNanos) / NANOS_PER_SECOND;
    double filled = Math.min(burst(perSecond), tokens + seconds * perSecond);
    boolean granted = filled >= 1 - ROUNDING;
    double left = granted ? Math.max(0, filled - 1) : filled;
    double lacking = Math.max(0, 1 - left);
    var untilNext = Duration.ofNanos((long) Math.ceil(lacking / perSecond * NANOS_PER_SECOND));
    return new Taken(new TokenBucket(left, nowNanos), granted, untilNext);
  }

  /** Puts a token back that was not needed. */
  TokenBucket giveBack() {
    return new TokenBucket(tokens + 1, atNanos);
  }
}
