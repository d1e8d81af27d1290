package dev.atf.standalone.bench.workload;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;

/**
 * One task of a workload.
 *
 * @param number of its own in all of a contender's life
 * @param kind of {@link Contender#KINDS}
 * @param urgent overtakes those that are not, where there are priorities
 * @param takes how long its handler waits before it is done; whole microseconds
 * @param dueAt whole milliseconds; now or before: at once
 */
public record Job(long number, String kind, boolean urgent, Duration takes, Instant dueAt) {
  /** Of every payload. */
  public static final int PAYLOAD_BYTES = 256;

  /** What the handler is given: its number and how long it takes, and noise that fills it up. */
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
