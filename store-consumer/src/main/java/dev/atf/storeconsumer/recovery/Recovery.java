package dev.atf.storeconsumer.recovery;

import dev.atf.model.task.Association;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.recovery.RecoveryHold.Phase;
import dev.atf.storeconsumer.recovery.RecoveryHold.Source;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the {@link RecoveryHold}, which the loops that detect outages change, and the loop that
 * ends leases reads. Each store consumer has its own hold, so the rates of the ramp apply to each
 * consumer. Thread-safe.
 */
@Singleton
public final class Recovery {
  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  private final MonotonicClock clock;
  private RecoveryHold hold;
  private Phase lastPhase = Phase.NORMAL;

  @Inject
  public Recovery(RecoveryHold.Limits limits, MonotonicClock clock, ConsumerMetrics metrics) {
    this.clock = clock;
    this.hold = RecoveryHold.atStart(limits);
    metrics.recovering(this, recovery -> recovery.phase() == Phase.NORMAL ? 0 : 1);
  }

  /** Records that the store answered a read in a turn. */
  public void storeWorks() {
    change(before -> before.back(Source.STORE, now()));
  }

  /** Records that the store answered no read in a turn. */
  public void storeFails() {
    change(before -> before.missing(Source.STORE, now()));
  }

  /** Records that the store answered a write. */
  public void writesWork() {
    change(before -> before.back(Source.WRITES, now()));
  }

  /**
   * Records that the store accepted none of the writes of a turn. It is not called for a turn
   * without writes.
   */
  public void writesFail() {
    change(before -> before.missing(Source.WRITES, now()));
  }

  /**
   * Returns whether the latest writes failed. In this case, only another write shows whether the
   * store works.
   */
  public synchronized boolean writesMissing() {
    return hold.missingSince().containsKey(Source.WRITES);
  }

  /** Records that an HSC is alive now. */
  public void hscSeen() {
    change(before -> before.hscsRead().back(Source.HSC, now()).missing(Source.HSC, now()));
  }

  /** Records, after the first read of the HSCs, for how long all of them had been silent. */
  public void hscLastSeen(Duration ago) {
    change(before -> before.hscsRead().missing(Source.HSC, now().minus(ago)));
  }

  /** Records that no HSC is expected. */
  public void noHscKnown() {
    change(RecoveryHold::hscsRead);
  }

  /** Stops waiting for the HSCs if they have been silent for at least this time. */
  public void giveUpHscsAfter(Duration silence) {
    change(
        before ->
            before.missingFor(Source.HSC, now()).compareTo(silence) >= 0
                ? before.back(Source.HSC, now())
                : before);
  }

  /** Requests the permission to end one lease now. Returns false if the lease must wait. */
  public synchronized boolean mayExpire() {
    note();
    if (hold.allowed(now()) == 0) {
      return false;
    }
    hold = hold.endedOne();
    return true;
  }

  /** Returns whether it counts as a death of the attempt that its lease ended without a report. */
  public synchronized boolean deathCounts(Association task, Instant now) {
    var lease = task.lease();
    return lease != null && hold.deathCounts(Duration.between(lease.until(), now), now());
  }

  /** Returns whether some or all leases may be ended now. */
  public synchronized boolean endsLeases() {
    var phase = hold.phase(now());
    return phase == Phase.NORMAL || phase == Phase.RAMP;
  }

  synchronized Phase phase() {
    return hold.phase(now());
  }

  private synchronized void change(UnaryOperator<RecoveryHold> by) {
    // The phase is logged before the change, too: an outage may have started without an event.
    note();
    hold = by.apply(hold);
    note();
  }

  private void note() {
    var phase = hold.phase(now());
    if (phase == lastPhase || !hold.hscsKnown()) {
      return;
    }
    if (phase == Phase.AWAY) {
      log.warn("recovery={} missing={}: no lease is ended", phase, hold.missingSince().keySet());
    } else {
      log.info("recovery={} endedLeases={}", phase, hold.ended());
    }
    lastPhase = phase;
  }

  private Duration now() {
    return Duration.ofNanos(clock.nanos());
  }
}
