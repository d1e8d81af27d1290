package dev.atf.model.lambda;

import dev.atf.model.check.FieldChecks;
import java.time.Duration;

/**
 * Times that prevent two executors from running the same task, and the relation between them (law
 * 4).
 *
 * <p>An executor stops itself at the end of its local lease, counted on its monotonic clock from
 * the moment it <em>sent</em> its last acknowledged heartbeat. The stored lease ends later, by the
 * clock errors of both hosts and the time that stopping takes. Only then may another executor claim
 * the task.
 *
 * @param lease L, the lease that an executor counts on its own clock
 * @param heartbeatInterval interval between starts of heartbeats
 * @param callTimeout time limit of a heartbeat
 * @param missedHeartbeatsMax consecutive failed heartbeats after which a process with running work
 *     exits
 * @param clockErrorMax ε, the maximum error of a host's clock
 * @param stopTime κ, the maximum time from the decision to stop until the exit
 */
public record LeaseTimes(
    Duration lease,
    Duration heartbeatInterval,
    Duration callTimeout,
    int missedHeartbeatsMax,
    Duration clockErrorMax,
    Duration stopTime) {
  /**
   * Limit on {@code missedHeartbeatsMax}. If more is needed, the heartbeat interval is too short.
   */
  private static final int MISSED_HEARTBEATS_MAX = 1_000;

  public static final LeaseTimes DEFAULT =
      new LeaseTimes(
          Duration.ofSeconds(25),
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          3,
          Duration.ofSeconds(1),
          Duration.ofSeconds(3));

  public LeaseTimes {
    // A process that lost contact right after an acknowledged heartbeat needs this long to count
    // its misses. If the lease ended first, one lost packet would kill the process. If it ended at
    // the same time, the strikes would never end the process.
    var strikesOutWithin =
        strikesOutWithin(heartbeatInterval, callTimeout, Math.max(1, missedHeartbeatsMax));
    new FieldChecks()
        .positive("lease.heartbeatInterval", heartbeatInterval)
        .positive("lease.callTimeout", callTimeout)
        .within("lease.missedHeartbeatsMax", missedHeartbeatsMax, 1, MISSED_HEARTBEATS_MAX)
        .that(!clockErrorMax.isNegative(), "lease.clockErrorMax", clockErrorMax, "0s or more")
        .positive("lease.stopTime", stopTime)
        .that(
            lease.compareTo(strikesOutWithin) > 0,
            "lease.lease",
            lease,
            "more than callTimeout + missedHeartbeatsMax x (heartbeatInterval + callTimeout) = "
                + FieldChecks.text(strikesOutWithin))
        .end();
  }

  /** Returns the time for which the store keeps the claim of an executor with this local lease. */
  public Duration stored(Duration localLease) {
    return localLease.plus(clockErrorMax.multipliedBy(2)).plus(stopTime);
  }

  /** Returns L + 2ε + κ for the cluster's own lease. */
  public Duration stored() {
    return stored(lease);
  }

  /**
   * Returns the time for which a wall clock that has jumped must run steadily before it is trusted
   * again. Within this time, a live executor extends its lease several times.
   */
  public Duration clockTrustedAfter() {
    return stored().multipliedBy(10);
  }

  private static Duration strikesOutWithin(Duration interval, Duration timeout, int misses) {
    return timeout.plus(interval.plus(timeout).multipliedBy(misses));
  }
}
