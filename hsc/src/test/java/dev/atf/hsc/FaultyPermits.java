package dev.atf.hsc;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.InMemoryRunningPermits;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Permits in memory that count what they are asked, and cannot be given back while told so. */
final class FaultyPermits implements RunningPermits {
  private final InMemoryRunningPermits permits = new InMemoryRunningPermits();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger looks = new AtomicInteger();
  volatile boolean unreleasable;

  int requests() {
    return requests.get();
  }

  /** How often all permits of a lambda were read. */
  int looks() {
    return looks.get();
  }

  @Override
  public boolean take(LambdaName lambda, Attempt attempt, int max, Instant now) {
    requests.incrementAndGet();
    return permits.take(lambda, attempt, max, now);
  }

  @Override
  public void release(LambdaName lambda, ClaimId claimId) {
    requests.incrementAndGet();
    if (unreleasable) {
      throw new StoreUnavailableException("unreleasable as told", null);
    }
    permits.release(lambda, claimId);
  }

  @Override
  public List<Permit> held(LambdaName lambda) {
    requests.incrementAndGet();
    looks.incrementAndGet();
    return permits.held(lambda);
  }
}
