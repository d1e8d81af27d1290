package dev.atf.storeconsumer.alarm;

import dev.atf.model.Association;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.loop.ClockWatch;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a host with a wrong clock from ending leases that are alive, and from giving up tasks
 * before their deadlines (F3). While the clock is in doubt, a lease must have stood still for its
 * whole stored length by the monotonic clock, and nothing is given up.
 */
@Singleton
public final class ExpiryGuard {
  private static final Logger log = LoggerFactory.getLogger(ExpiryGuard.class);

  private final ClockWatch clockWatch;
  private final LeaseWatch leaseWatch = new LeaseWatch();
  private final LeaseTimes times;
  private final InstantSource wallClock;
  private final MonotonicClock clock;
  private volatile boolean inDoubt;

  /** Chosen: a live executor has extended its lease several times since the clock has jumped. */
  static final int LEASES_UNTIL_TRUSTED = 10;

  @Inject
  public ExpiryGuard(
      LeaseTimes times, InstantSource wallClock, MonotonicClock clock, ConsumerMetrics metrics) {
    var stored = times.stored(times.lease());
    this.clockWatch =
        new ClockWatch(times.clockErrorMax(), stored.multipliedBy(LEASES_UNTIL_TRUSTED));
    this.times = times;
    this.wallClock = wallClock;
    this.clock = clock;
    metrics.clockInDoubt(this, guard -> guard.inDoubt ? 1 : 0);
  }

  /** Compares the clocks, once before the alarms of a turn. */
  synchronized void look(Instant wall) {
    boolean before = inDoubt;
    inDoubt = clockWatch.inDoubt(wall, clock.nanos());
    if (inDoubt && !before) {
      log.warn(
          "the wall clock has jumped to {}: leases are counted on the monotonic one, and no task is"
              + " given up until it is back or has advanced steadily",
          wall);
    }
    if (!inDoubt && before) {
      leaseWatch.clear();
      log.info("the wall clock is trusted again, at {}", wall);
    }
  }

  boolean trustsClock() {
    return !inDoubt;
  }

  /** Compares the clocks, and returns whether what is past its deadline may be given up. */
  public boolean mayGiveUp() {
    look(wallClock.instant());
    return trustsClock();
  }

  boolean mayExpire(Association task, LambdaDefinition lambda) {
    return !inDoubt
        || leaseWatch.hasStoodStill(task, times.stored(lambda.lease(times)), clock.nanos());
  }
}
