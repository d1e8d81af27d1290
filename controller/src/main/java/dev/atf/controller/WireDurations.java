package dev.atf.controller;

import com.google.protobuf.Duration;

/** Durations as the protocol writes them. */
final class WireDurations {
  /** The bounds of google.protobuf.Duration. */
  private static final long SECONDS_MAX = 315_576_000_000L;

  private static final long NANOS_MAX = 999_999_999;

  private WireDurations() {}

  static Duration write(java.time.Duration duration) {
    return Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  /** Reads whatever a caller may have sent, cut to what a duration can be. */
  static java.time.Duration read(Duration duration) {
    return java.time.Duration.ofSeconds(
        cut(duration.getSeconds(), SECONDS_MAX), cut(duration.getNanos(), NANOS_MAX));
  }

  private static long cut(long value, long most) {
    return Math.max(-most, Math.min(most, value));
  }
}
