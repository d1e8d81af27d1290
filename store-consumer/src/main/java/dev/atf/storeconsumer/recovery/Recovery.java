package dev.atf.storeconsumer.recovery;

import dev.atf.model.Association;
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
 * Keeps the state of the {@link RecoveryHold} for the loops that learn of absences and the one that
 * ends leases. Each consumer has its own: the rates of the ramp are for one of them. Thread-safe.
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

  /** The store gave something in a turn. */
  public void storeWorks() {
    change(before -> before.back(Source.STORE, now()));
  }

  /** The store gave nothing at all in a turn. */
  public void storeFails() {
    change(before -> before.missing(Source.STORE, now()));
  }

  /** The store answered a write. */
  public void writesWork() {
    change(before -> before.back(Source.WRITES, now()));
  }

  /** The store took none of the writes of a turn; one without writes says nothing. */
  public void writesFail() {
    change(before -> before.missing(Source.WRITES, now()));
  }

  /** Whether the latest writes failed: then nobody knows but by another one. */
  public synchronized boolean writesMissing() {
    return hold.missingSince().containsKey(Source.WRITES);
  }

  /** An HSC is alive now, and is missing from now on until it is seen again. */
  public void hscSeen() {
    change(before -> before.lookedForHscs().back(Source.HSC, now()).missing(Source.HSC, now()));
  }

  /** At the first look all were silent for so long. */
  public void hscLastSeen(Duration ago) {
    change(before -> before.lookedForHscs().missing(Source.HSC, now().minus(ago)));
  }

  /** There is none to be missed. */
  public void noHscKnown() {
    change(RecoveryHold::lookedForHscs);
  }

  /** Nobody waits for HSCs any more that were silent for so long. */
  public void giveUpHscsAfter(Duration silence) {
    change(
        before ->
            before.missingFor(Source.HSC, now()).compareTo(silence) >= 0
                ? before.back(Source.HSC, now())
                : before);
  }

  /** Takes the right to end one lease now; false if that must wait. */
  public synchronized boolean mayExpire() {
    note();
    if (hold.allowed(now()) == 0) {
      return false;
    }
    hold = hold.endedOne();
    return true;
  }

  /** Whether it is held against the task that nothing was heard of its lease. */
  public synchronized boolean deathCounts(Association task, Instant now) {
    var lease = task.lease();
    return lease != null && hold.deathCounts(Duration.between(lease.until(), now), now());
  }

  /** Tells whether any lease may be ended now, if perhaps not all that could be. */
  public synchronized boolean endsLeases() {
    var phase = hold.phase(now());
    return phase == Phase.NORMAL || phase == Phase.RAMP;
  }

  synchronized Phase phase() {
    return hold.phase(now());
  }

  private synchronized void change(UnaryOperator<RecoveryHold> by) {
    // Before too: an absence may begin by nothing but time.
    note();
    hold = by.apply(hold);
    note();
  }

  private void note() {
    var phase = hold.phase(now());
    if (phase == lastPhase || !hold.looked()) {
      return;
    }
    if (phase == Phase.AWAY) {
      log.warn("recovery={} missing={}: no lease is ended", phase, hold.missingSince().keySet());
    } else {
      log.info("recovery={} after {} leases ended", phase, hold.ended());
    }
    lastPhase = phase;
  }

  private Duration now() {
    return Duration.ofNanos(clock.nanos());
  }
}
