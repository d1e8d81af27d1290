package dev.atf.storeconsumer.recovery;

import dev.atf.model.rate.Ramp;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * State that limits how many leases may be ended now (law 10). While the store or all HSCs were
 * unavailable, live executors could not extend their leases. Expiries wait until all of them have
 * had time to do so, and then start slowly.
 *
 * <p>All times are of one monotonic clock.
 *
 * @param hscsKnown whether the time of the last HSC heartbeat is known; before that, no lease is
 *     ended
 * @param missingSince sources that are missing now, and the time since which they are
 * @param returnedAt end of the latest absence; empty before the first one
 * @param ended number of leases that were ended since then
 */
public record RecoveryHold(
    Limits limits,
    boolean hscsKnown,
    Map<Source, Duration> missingSince,
    Optional<Duration> returnedAt,
    long ended) {

  /** Source whose absence prevents heartbeats from being written. */
  enum Source {
    /** Reads of the store. */
    STORE,
    /** Writes to the store. */
    WRITES,
    HSC
  }

  enum Phase {
    NORMAL,
    /** The store or the HSCs are unavailable, or this is not known yet. No lease is ended. */
    AWAY,
    /** Everything is available again. Live executors have time to extend their leases. */
    HOLD,
    /** Leases are ended at a growing rate. */
    RAMP
  }

  /**
   * Limits of a recovery.
   *
   * @param awayAfter time after which a missing source counts as an outage
   * @param hold time from the return until the first lease is ended
   * @param perSecond initial number of leases that are ended per second
   * @param doubling time in which this rate doubles
   */
  public record Limits(Duration awayAfter, Duration hold, int perSecond, Duration doubling) {}

  /**
   * Maximum rate, which is more than one consumer writes in a second. From this rate on, there is
   * no limit.
   */
  private static final int PER_SECOND_MAX = 10_000;

  public RecoveryHold {
    missingSince = Map.copyOf(missingSince);
  }

  static RecoveryHold atStart(Limits limits) {
    return new RecoveryHold(limits, false, Map.of(), Optional.empty(), 0);
  }

  /** Records that HSCs were read, with any result. */
  RecoveryHold hscsRead() {
    return new RecoveryHold(limits, true, missingSince, returnedAt, ended);
  }

  /** Records that a source is missing. If it was missing before, its start time is kept. */
  RecoveryHold missing(Source source, Duration since) {
    if (missingSince.containsKey(source)) {
      return this;
    }
    var missing = new EnumMap<Source, Duration>(Source.class);
    missing.putAll(missingSince);
    missing.put(source, since);
    return new RecoveryHold(limits, hscsKnown, missing, returnedAt, ended);
  }

  /** Records that a source is available again. The hold starts if there was an outage. */
  RecoveryHold back(Source source, Duration now) {
    if (!missingSince.containsKey(source)) {
      return this;
    }
    var missing = new EnumMap<Source, Duration>(Source.class);
    missing.putAll(missingSince);
    missing.remove(source);
    return isAway(source, now)
        ? new RecoveryHold(limits, hscsKnown, missing, Optional.of(now), 0)
        : new RecoveryHold(limits, hscsKnown, missing, returnedAt, ended);
  }

  /** Returns the time for which a source has been missing; zero if it is not missing. */
  Duration missingFor(Source source, Duration now) {
    var since = missingSince.get(source);
    return since == null ? Duration.ZERO : now.minus(since);
  }

  Phase phase(Duration now) {
    if (!hscsKnown || missingSince.keySet().stream().anyMatch(source -> isAway(source, now))) {
      return Phase.AWAY;
    }
    if (returnedAt.isEmpty() || ramp().rate(sinceHold(now)) > PER_SECOND_MAX) {
      return Phase.NORMAL;
    }
    return sinceHold(now).isNegative() ? Phase.HOLD : Phase.RAMP;
  }

  /** Returns the number of further leases that may be ended now. */
  long allowed(Duration now) {
    return switch (phase(now)) {
      case NORMAL -> Long.MAX_VALUE;
      case AWAY, HOLD -> 0;
      case RAMP -> Math.max(0, ramp().total(sinceHold(now)) - ended);
    };
  }

  RecoveryHold endedOne() {
    return new RecoveryHold(limits, hscsKnown, missingSince, returnedAt, ended + 1);
  }

  /**
   * Returns whether the end of a lease counts as a death of the attempt. It counts if the lease
   * ended after every executor had time to extend its lease.
   *
   * @param endedAgo time since the end of the lease
   */
  boolean deathCounts(Duration endedAgo, Duration now) {
    return phase(now) == Phase.NORMAL
        && (returnedAt.isEmpty() || endedAgo.compareTo(sinceHold(now)) < 0);
  }

  private boolean isAway(Source source, Duration now) {
    return missingSince.containsKey(source)
        && missingFor(source, now).compareTo(limits.awayAfter()) >= 0;
  }

  private Duration sinceHold(Duration now) {
    return now.minus(returnedAt.orElse(now)).minus(limits.hold());
  }

  /** Returns the ramp, whose initial rate also applies before it starts. */
  private Ramp ramp() {
    return new Ramp(limits.perSecond(), limits.doubling());
  }
}
