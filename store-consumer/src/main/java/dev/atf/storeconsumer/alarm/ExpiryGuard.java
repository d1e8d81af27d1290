package dev.atf.storeconsumer.alarm;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.runtime.loop.ClockWatch;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/**
 * Keeps a host with a wrong clock from ending leases that are alive, and from giving up tasks
 * before their deadlines (F3). While the clock is in doubt, a lease must have stood still for its
 * whole stored length by the monotonic clock, and nothing is given up.
 */
@Singleton
public final class ExpiryGuard {
  private final ClockWatch clockWatch;
  private final LeaseWatch leaseWatch = new LeaseWatch();
  private final LeaseTimes times;
  private final MonotonicClock clock;
  private volatile boolean inDoubt;

  @Inject
  public ExpiryGuard(
      LeaseTimes times, InstantSource wallClock, MonotonicClock clock, ConsumerMetrics metrics) {
    this.clockWatch =
        new ClockWatch(
            times.clockErrorMax(),
            times.clockTrustedAfter(),
            wallClock,
            clock,
            "leases are counted on the monotonic one, and no task is given up");
    this.times = times;
    this.clock = clock;
    metrics.clockInDoubt(this, guard -> guard.inDoubt ? 1 : 0);
  }

  /** Compares the clocks, once before the alarms of a turn. */
  synchronized void compareClocks() {
    boolean before = inDoubt;
    inDoubt = clockWatch.inDoubt();
    if (before && !inDoubt) {
      leaseWatch.clear();
    }
  }

  boolean trustsClock() {
    return !inDoubt;
  }

  /** Compares the clocks, and returns whether what is past its deadline may be given up. */
  public boolean mayGiveUp() {
    compareClocks();
    return trustsClock();
  }

  boolean mayExpire(Association task, LambdaDefinition lambda) {
    return !inDoubt
        || leaseWatch.hasStoodStill(task, times.stored(lambda.lease(times)), clock.nanos());
  }
}
