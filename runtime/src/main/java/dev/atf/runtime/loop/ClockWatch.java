package dev.atf.runtime.loop;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects jumps of this host's wall clock, which must advance like the monotonic clock between two
 * calls. After a jump, the wall clock is in doubt until it returns to its expected time, or has
 * advanced like the monotonic clock for the given time. The latter is needed because the monotonic
 * clock stops while a virtual machine is suspended, although the wall clock is right afterwards.
 * Slow drift is accepted.
 */
public final class ClockWatch {
  private static final Logger log = LoggerFactory.getLogger(ClockWatch.class);

  /**
   * Maximum drift of a clock that NTP corrects. It may gain or lose half a millisecond per second.
   */
  private static final int DRIFT_PER_SECOND_MILLIS = 1;

  private final long errorMaxMillis;
  private final Duration trustedAfter;
  private final InstantSource wallClock;
  private final MonotonicClock monotonic;
  private final String consequence;
  private OptionalLong baseline = OptionalLong.empty();
  private boolean inDoubt;

  private long lastOffset;
  private long lastCall;

  /** Time since which each offset has been close to the previous one. */
  private long steadySince;

  /**
   * Creates a watch.
   *
   * @param errorMax ε: maximum difference between two calls
   * @param trustedAfter time for which a clock that has jumped must advance steadily until it is
   *     trusted
   * @param consequence description, for the log, of what this process does differently while the
   *     clock is in doubt
   */
  public ClockWatch(
      Duration errorMax,
      Duration trustedAfter,
      InstantSource wallClock,
      MonotonicClock monotonic,
      String consequence) {
    this.errorMaxMillis = errorMax.toMillis();
    this.trustedAfter = trustedAfter;
    this.wallClock = wallClock;
    this.monotonic = monotonic;
    this.consequence = consequence;
  }

  /**
   * Compares the clocks, and logs when the doubt about the wall clock starts or ends. It reads both
   * clocks now, because a time from the start of a slow call would look like a jump.
   */
  public synchronized boolean inDoubt() {
    boolean before = inDoubt;
    var wall = wallClock.instant();
    inDoubt = compare(wall, monotonic.nanos());
    if (inDoubt && !before) {
      log.warn(
          "the wall clock has jumped to {}: {} until it is back or has advanced steadily for {}",
          wall,
          consequence,
          trustedAfter);
    } else if (before && !inDoubt) {
      log.info("the wall clock is trusted again, at {}", wall);
    }
    return inDoubt;
  }

  private boolean compare(Instant wall, long now) {
    long offset = wall.toEpochMilli() - Duration.ofNanos(now).toMillis();
    long differenceMax =
        errorMaxMillis + DRIFT_PER_SECOND_MILLIS * Duration.ofNanos(now - lastCall).toSeconds();
    boolean steady = baseline.isPresent() && Math.abs(offset - lastOffset) <= differenceMax;
    if (!steady) {
      steadySince = now;
    }
    lastOffset = offset;
    lastCall = now;
    if (baseline.isPresent()
        && Math.abs(offset - baseline.getAsLong()) > differenceMax
        && now - steadySince < trustedAfter.toNanos()) {
      return true;
    }
    baseline = OptionalLong.of(offset);
    return false;
  }
}
