package dev.atf.storeconsumer;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.InMemoryRunningPermits;
import java.time.Instant;
import java.util.List;

/** Permits as consumers reach them, which counts how often they are read. */
public final class PermitConnection implements RunningPermits {
  private final InMemoryRunningPermits permits = new InMemoryRunningPermits();
  public int reads;

  /** True if permits cannot be read. */
  public boolean away;

  @Override
  public Taken take(Scope scope, Attempt attempt, int max, Instant now) {
    return permits.take(scope, attempt, max, now);
  }

  @Override
  public void release(Scope scope, ClaimId claimId) {
    permits.release(scope, claimId);
  }

  @Override
  public void release(Scope scope, Permit seen) {
    permits.release(scope, seen);
  }

  @Override
  public List<Permit> held(Scope scope) {
    reads++;
    if (away) {
      throw new StoreUnavailableException("cut off", new IllegalStateException());
    }
    return permits.held(scope);
  }
}
