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

/** Permits in memory. */
public final class InMemoryRunningPermits implements RunningPermits {
  private final Map<LambdaName, Map<ClaimId, Permit>> permits = new HashMap<>();

  @Override
  public synchronized boolean take(LambdaName lambda, Attempt attempt, int max, Instant now) {
    var held = permits.computeIfAbsent(lambda, name -> new LinkedHashMap<>());
    if (!held.containsKey(attempt.claimId()) && held.size() >= max) {
      return false;
    }
    held.put(attempt.claimId(), new Permit(attempt.ref(), attempt.claimId(), now));
    return true;
  }

  @Override
  public synchronized void release(LambdaName lambda, ClaimId claimId) {
    permits.getOrDefault(lambda, new HashMap<>()).remove(claimId);
  }

  @Override
  public synchronized List<Permit> held(LambdaName lambda) {
    return List.copyOf(permits.getOrDefault(lambda, Map.of()).values());
  }
}
