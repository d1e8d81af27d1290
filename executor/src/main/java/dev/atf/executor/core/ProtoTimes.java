package dev.atf.executor.core;

import java.time.Duration;
import java.time.Instant;

/** Times between protobuf and Java. */
final class ProtoTimes {
  private ProtoTimes() {}

  static Duration java(com.google.protobuf.Duration duration) {
    return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
  }

  static com.google.protobuf.Duration proto(Duration duration) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(duration.getSeconds())
        .setNanos(duration.getNano())
        .build();
  }

  static Instant java(com.google.protobuf.Timestamp timestamp) {
    return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
  }
}
