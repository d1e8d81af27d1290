package dev.atf.lab.bench.workload;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;

/**
 * One task of a workload.
 *
 * @param number unique over a contender's life
 * @param kind of {@link Contender#KINDS}
 * @param urgent overtakes those that are not, if the system has priorities
 * @param takes time that its handler waits; whole microseconds
 * @param dueAt whole milliseconds; due at once if not in the future
 */
public record Job(long number, String kind, boolean urgent, Duration takes, Instant dueAt) {
  /** Size of every payload. */
  public static final int PAYLOAD_BYTES = 256;

  /** Returns the handler's input: the job's number, its duration, and noise that fills it up. */
  public byte[] payload() {
    var payload = ByteBuffer.allocate(PAYLOAD_BYTES);
    payload.putLong(number).putLong(takes.toNanos() / 1_000);
    for (long noise = number; payload.hasRemaining(); ) {
      // Knuth's generator: noise that no store can compress.
      noise = noise * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      payload.putLong(noise);
    }
    return payload.array();
  }
}
