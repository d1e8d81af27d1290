package dev.atf.storeconsumer.release;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Health of one turn of a poll: whether it takes too long, and whether anything succeeds. While the
 * store is unavailable, a turn does not wait for the time-out of every partition.
 */
public final class TurnHealth {
  /**
   * Number of failures without a success at which the store counts as unavailable. Fewer failures
   * may concern only one partition.
   */
  private static final int FAILURES_MAX = 8;

  private final Instant endsAt;
  private final AtomicInteger successes = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();

  public TurnHealth(Instant endsAt) {
    this.endsAt = endsAt;
  }

  public void succeeded() {
    successes.incrementAndGet();
  }

  public void failed() {
    failures.incrementAndGet();
  }

  /** Returns whether the next turn does the remaining work. */
  public boolean over(Instant now) {
    return now.isAfter(endsAt) || (hopeless() && failures.get() >= FAILURES_MAX);
  }

  public boolean someSucceeded() {
    return successes.get() > 0;
  }

  /** Returns whether something failed, and nothing succeeded. */
  public boolean hopeless() {
    return failures.get() > 0 && successes.get() == 0;
  }
}
