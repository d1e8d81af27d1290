package dev.atf.storeconsumer;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * Notices when this host's wall clock jumps: between two looks it must advance as the monotonic one
 * does. After a jump the clock is in doubt until it is back where it would have been, or the
 * process starts anew. Slow drift is followed. Not thread-safe.
 */
final class ClockWatch {
  private final long errorMaxMillis;
  private OptionalLong baseline = OptionalLong.empty();

  /**
   * @param errorMax ε: what two looks may differ by
   */
  ClockWatch(Duration errorMax) {
    this.errorMaxMillis = errorMax.toMillis();
  }

  boolean inDoubt(Instant wall, long monotonicNanos) {
    long offset = wall.toEpochMilli() - Duration.ofNanos(monotonicNanos).toMillis();
    if (baseline.isPresent() && Math.abs(offset - baseline.getAsLong()) > errorMaxMillis) {
      return true;
    }
    baseline = OptionalLong.of(offset);
    return false;
  }
}
