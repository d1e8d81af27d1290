package dev.atf.storeconsumer.alarm;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.runtime.loop.ClockWatch;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.recovery.Recovery;
import dev.atf.storeconsumer.release.TurnHealth;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Decides which leases may be ended now, and whether overdue tasks may be ended.
 *
 * <p>A host with a wrong clock must not end live leases, nor tasks before their deadlines (F3).
 * While the clock is in doubt, a lease only ends if it has been unchanged for the whole stored
 * lease on the monotonic clock, and no deadline ends a task. Just after an outage of the store or
 * the HSCs, leases wait for {@link Recovery} (law 10).
 */
@Singleton
public final class LeaseExpiry {
  private final ClockWatch clockWatch;
  private final LeaseWatch leaseWatch = new LeaseWatch();
  private final LeaseTimes times;
  private final MonotonicClock clock;
  private final Recovery recovery;
  private volatile boolean inDoubt;

  /** Answer to whether one lease may be ended. */
  enum Permission {
    GRANTED,
    /**
     * One write must show whether the store accepts writes. If it does, other leases may be ended
     * again.
     */
    PROBE,
    CLOCK_IN_DOUBT,
    RECOVERING
  }

  @Inject
  public LeaseExpiry(
      LeaseTimes times,
      InstantSource wallClock,
      MonotonicClock clock,
      Recovery recovery,
      ConsumerMetrics metrics) {
    this.clockWatch =
        new ClockWatch(
            times.clockErrorMax(),
            times.clockTrustedAfter(),
            wallClock,
            clock,
            "leases are counted on the monotonic one, and no task is given up");
    this.times = times;
    this.clock = clock;
    this.recovery = recovery;
    metrics.clockInDoubt(this, expiry -> expiry.inDoubt ? 1 : 0);
  }

  /**
   * Compares the clocks. It is called once before the alarms of a turn.
   *
   * @return whether some or all leases may be ended
   */
  boolean compareClocks() {
    return mayGiveUp() && recovery.endsLeases();
  }

  /** Returns whether the wall clock has jumped, so that deadlines end no task. */
  boolean clockInDoubt() {
    return inDoubt;
  }

  /**
   * Compares the clocks. Returns whether tasks may be ended because their deadlines have passed.
   */
  public synchronized boolean mayGiveUp() {
    boolean before = inDoubt;
    inDoubt = clockWatch.inDoubt();
    if (before && !inDoubt) {
      leaseWatch.clear();
    }
    return !inDoubt;
  }

  /**
   * Requests the permission to end the lease of a task. Each granted permission counts against the
   * limit.
   */
  Permission ask(Association task, LambdaDefinition lambda, AlarmTurn turn) {
    if (inDoubt
        && !leaseWatch.hasStoodStill(task, times.stored(lambda.lease(times)), clock.nanos())) {
      return Permission.CLOCK_IN_DOUBT;
    }
    if (recovery.mayExpire()) {
      return Permission.GRANTED;
    }
    return recovery.writesMissing() && turn.mayProbe(lambda.name())
        ? Permission.PROBE
        : Permission.RECOVERING;
  }

  /** Returns whether the silent end of a lease counts against the task. */
  boolean deathCounts(Association task, Instant now) {
    return recovery.deathCounts(task, now);
  }

  /** Learns from the result of a turn whether the store is unavailable. */
  void learn(TurnHealth health, AlarmTurn.Writes writes) {
    if (health.hopeless()) {
      recovery.storeFails();
    } else if (health.someSucceeded()) {
      recovery.storeWorks();
    }
    switch (writes) {
      case ANSWERED -> recovery.writesWork();
      case FAILED -> recovery.writesFail();
      case NONE -> {}
    }
  }
}
