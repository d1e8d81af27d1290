package dev.atf.store.embedded;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.store.RunningPermits;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.PermitRecord;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Permits, all of which are also in memory. A permit is written before its claim in the same log,
 * so no claim is durable without it. A permit whose release was lost is found like any other
 * abandoned permit.
 */
final class EmbeddedRunningPermits implements RunningPermits {
  private final Database database;
  private final Map<Scope, Map<ClaimId, Permit>> permits = new HashMap<>();

  EmbeddedRunningPermits(Database database) {
    this.database = database;
    database.each(
        Keys.kind(Keys.PERMIT),
        (key, value) ->
            ReadableRecords.read(key, value, PermitRecord::read)
                .ifPresent(
                    stored -> of(stored.scope()).put(stored.permit().claimId(), stored.permit())));
  }

  @Override
  public synchronized Taken take(Scope scope, Attempt attempt, int max, Instant now) {
    var held = of(scope);
    var own = held.get(attempt.claimId());
    if (own == null && held.size() >= max) {
      return new Taken(Optional.empty(), held.size());
    }
    var permit = own == null ? Permit.first(attempt, now) : own.again(now);
    var key = Keys.permit(scope, permit.claimId());
    database.put(key, new PermitRecord(scope, permit).toBytes(database.get(key)));
    held.put(permit.claimId(), permit);
    return new Taken(Optional.of(permit), held.size());
  }

  @Override
  public synchronized void release(Scope scope, ClaimId claimId) {
    if (of(scope).containsKey(claimId)) {
      database.delete(Keys.permit(scope, claimId));
      of(scope).remove(claimId);
    }
  }

  @Override
  public synchronized void release(Scope scope, Permit seen) {
    if (seen.equals(of(scope).get(seen.claimId()))) {
      release(scope, seen.claimId());
    }
  }

  @Override
  public synchronized List<Permit> held(Scope scope) {
    return List.copyOf(of(scope).values());
  }

  private Map<ClaimId, Permit> of(Scope scope) {
    return permits.computeIfAbsent(scope, key -> new LinkedHashMap<>());
  }
}
