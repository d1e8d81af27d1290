package dev.atf.runtime.loop;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * Detects jumps of this host's wall clock: between two calls it must advance as the monotonic one
 * does. After a jump the clock is in doubt until it is back where it would have been, or has
 * advanced as the monotonic clock does for the given time: the monotonic clock stops while a
 * virtual machine is suspended, and then the wall clock is right. Slow drift is accepted. Not
 * thread-safe.
 */
public final class ClockWatch {
  private final long errorMaxMillis;
  private final long trustedAfterNanos;
  private OptionalLong baseline = OptionalLong.empty();

  private long lastOffset;

  /** Time since which each offset has been near the one before. */
  private long steadySince;

  /**
   * @param errorMax ε: maximum difference between two looks
   * @param trustedAfter how long a clock that has jumped must advance steadily
   */
  public ClockWatch(Duration errorMax, Duration trustedAfter) {
    this.errorMaxMillis = errorMax.toMillis();
    this.trustedAfterNanos = trustedAfter.toNanos();
  }

  public boolean inDoubt(Instant wall, long monotonicNanos) {
    long offset = wall.toEpochMilli() - Duration.ofNanos(monotonicNanos).toMillis();
    boolean steady = baseline.isPresent() && isNear(offset, lastOffset);
    if (!steady) {
      steadySince = monotonicNanos;
    }
    lastOffset = offset;
    if (baseline.isPresent()
        && !isNear(offset, baseline.getAsLong())
        && monotonicNanos - steadySince < trustedAfterNanos) {
      return true;
    }
    baseline = OptionalLong.of(offset);
    return false;
  }

  private boolean isNear(long offset, long other) {
    return Math.abs(offset - other) <= errorMaxMillis;
  }
}
