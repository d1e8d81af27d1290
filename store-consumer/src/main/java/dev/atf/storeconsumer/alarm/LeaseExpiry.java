package dev.atf.storeconsumer.alarm;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.storeconsumer.recovery.Recovery;
import dev.atf.storeconsumer.release.TurnHealth;
import jakarta.inject.Inject;
import java.time.Instant;

/**
 * Says which leases may be ended: the clock must be trusted or the lease have stood still (F3), and
 * store and HSCs must not have been away just now (law 10).
 */
public final class LeaseExpiry {
  private final ExpiryGuard guard;
  private final Recovery recovery;

  /** Answer to whether one lease may be ended. */
  enum Permission {
    GRANTED,
    /** One write is to show whether the store takes any: then others may be ended again. */
    PROBE,
    CLOCK_IN_DOUBT,
    RECOVERING
  }

  @Inject
  public LeaseExpiry(ExpiryGuard guard, Recovery recovery) {
    this.guard = guard;
    this.recovery = recovery;
  }

  /**
   * Compares the clocks: once before the alarms of a turn.
   *
   * @return whether leases may be ended, possibly only some of them
   */
  boolean compareClocks() {
    guard.compareClocks();
    return guard.trustsClock() && recovery.endsLeases();
  }

  /** Takes the right to end the lease of a task; each that is granted counts. */
  Permission ask(Association task, LambdaDefinition lambda, AlarmTurn turn) {
    if (!guard.mayExpire(task, lambda)) {
      return Permission.CLOCK_IN_DOUBT;
    }
    if (recovery.mayExpire()) {
      return Permission.GRANTED;
    }
    return recovery.writesMissing() && turn.mayProbe(lambda.name())
        ? Permission.PROBE
        : Permission.RECOVERING;
  }

  /** Returns whether the wall clock has jumped, so that no task may be given up. */
  boolean clockInDoubt() {
    return !guard.trustsClock();
  }

  /** Says whether it is held against the task that nothing was heard of its lease. */
  boolean deathCounts(Association task, Instant now) {
    return recovery.deathCounts(task, now);
  }

  /** Learns from a turn whether the store is away. */
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
