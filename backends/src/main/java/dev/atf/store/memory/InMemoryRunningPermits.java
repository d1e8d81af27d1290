package dev.atf.store.memory;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.store.RunningPermits;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Permits in memory. */
public final class InMemoryRunningPermits implements RunningPermits {
  private final Map<Scope, Map<ClaimId, Permit>> permits = new HashMap<>();

  @Override
  public synchronized Taken take(Scope scope, Attempt attempt, int max, Instant now) {
    var held = permits.computeIfAbsent(scope, key -> new LinkedHashMap<>());
    var own = held.get(attempt.claimId());
    if (own == null && held.size() >= max) {
      return new Taken(Optional.empty(), held.size());
    }
    var permit = own == null ? Permit.first(attempt, now) : own.again(now);
    held.put(permit.claimId(), permit);
    return new Taken(Optional.of(permit), held.size());
  }

  @Override
  public synchronized void release(Scope scope, ClaimId claimId) {
    permits.getOrDefault(scope, new HashMap<>()).remove(claimId);
  }

  @Override
  public synchronized void release(Scope scope, Permit seen) {
    permits.getOrDefault(scope, new HashMap<>()).remove(seen.claimId(), seen);
  }

  @Override
  public synchronized List<Permit> held(Scope scope) {
    return List.copyOf(permits.getOrDefault(scope, Map.of()).values());
  }
}
