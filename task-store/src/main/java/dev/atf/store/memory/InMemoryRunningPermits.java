package dev.atf.store.memory;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.store.RunningPermits;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Permits in memory. */
public final class InMemoryRunningPermits implements RunningPermits {
  private final Map<LambdaName, Map<ClaimId, Permit>> permits = new HashMap<>();

  @Override
  public synchronized Taken take(LambdaName lambda, Attempt attempt, int max, Instant now) {
    var held = permits.computeIfAbsent(lambda, name -> new LinkedHashMap<>());
    var own = held.get(attempt.claimId());
    if (own == null && held.size() >= max) {
      return new Taken(Optional.empty(), held.size());
    }
    var permit = own == null ? Permit.first(attempt, now) : own.again(now);
    held.put(permit.claimId(), permit);
    return new Taken(Optional.of(permit), held.size());
  }

  @Override
  public synchronized void release(LambdaName lambda, ClaimId claimId) {
    permits.getOrDefault(lambda, new HashMap<>()).remove(claimId);
  }

  @Override
  public synchronized void release(LambdaName lambda, Permit seen) {
    permits.getOrDefault(lambda, new HashMap<>()).remove(seen.claimId(), seen);
  }

  @Override
  public synchronized List<Permit> held(LambdaName lambda) {
    return List.copyOf(permits.getOrDefault(lambda, Map.of()).values());
  }
}
