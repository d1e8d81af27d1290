package dev.atf.storeconsumer;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How one turn of a poll goes: whether it has lasted too long, and whether anything succeeds. When
 * the store is away, a turn does not wait for the time-out of every partition.
 */
final class TurnHealth {
  /** Chosen: so many failures and no success mean the store, not a partition. */
  private static final int FAILURES_MAX = 8;

  private final Instant endsAt;
  private final AtomicInteger successes = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();

  TurnHealth(Instant endsAt) {
    this.endsAt = endsAt;
  }

  void succeeded() {
    successes.incrementAndGet();
  }

  void failed() {
    failures.incrementAndGet();
  }

  /** Whether what is left should be left to the next turn. */
  boolean over(Instant now) {
    return now.isAfter(endsAt) || (hopeless() && failures.get() >= FAILURES_MAX);
  }

  boolean someSucceeded() {
    return successes.get() > 0;
  }

  /** Something failed, and nothing succeeded. */
  boolean hopeless() {
    return failures.get() > 0 && successes.get() == 0;
  }
}
