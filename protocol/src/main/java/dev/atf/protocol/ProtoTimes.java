package dev.atf.protocol;

import com.google.protobuf.Timestamp;
import java.time.Duration;
import java.time.Instant;

/** Conversions of times between Java and the protocol. */
public final class ProtoTimes {
  /** Maximum number of seconds of a google.protobuf.Duration. */
  private static final long SECONDS_MAX = 315_576_000_000L;

  private static final long NANOS_MAX = 999_999_999;

  private ProtoTimes() {}

  public static Timestamp proto(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }

  public static com.google.protobuf.Duration proto(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  public static Instant java(Timestamp time) {
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
  }

  /** Converts any duration that a caller may have sent, cut to the valid range. */
  public static Duration java(com.google.protobuf.Duration duration) {
    return Duration.ofSeconds(
        cut(duration.getSeconds(), SECONDS_MAX), cut(duration.getNanos(), NANOS_MAX));
  }

  private static long cut(long value, long most) {
    return Math.max(-most, Math.min(most, value));
  }
}
