package dev.atf.store.embedded;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
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
 * Permits, all in memory, too. A permit is written before its claim, in the same log: no claim is
 * durable without it. One whose release was lost is found as any other that was left behind.
 */
final class EmbeddedRunningPermits implements RunningPermits {
  private final Database database;
  private final Map<LambdaName, Map<ClaimId, Permit>> permits = new HashMap<>();

  EmbeddedRunningPermits(Database database) {
    this.database = database;
    database.each(
        Keys.kind(Keys.PERMIT),
        (key, value) -> {
          var stored = PermitRecord.read(value);
          of(stored.lambda()).put(stored.permit().claimId(), stored.permit());
        });
  }

  @Override
  public synchronized Taken take(LambdaName lambda, Attempt attempt, int max, Instant now) {
    var held = of(lambda);
    var own = held.get(attempt.claimId());
    if (own == null && held.size() >= max) {
      return new Taken(Optional.empty(), held.size());
    }
    var permit = own == null ? Permit.first(attempt, now) : own.again(now);
    var key = Keys.permit(lambda, permit.claimId());
    database.put(key, new PermitRecord(lambda, permit).toBytes(database.get(key)));
    held.put(permit.claimId(), permit);
    return new Taken(Optional.of(permit), held.size());
  }

  @Override
  public synchronized void release(LambdaName lambda, ClaimId claimId) {
    if (of(lambda).containsKey(claimId)) {
      database.delete(Keys.permit(lambda, claimId));
      of(lambda).remove(claimId);
    }
  }

  @Override
  public synchronized void release(LambdaName lambda, Permit seen) {
    if (seen.equals(of(lambda).get(seen.claimId()))) {
      release(lambda, seen.claimId());
    }
  }

  @Override
  public synchronized List<Permit> held(LambdaName lambda) {
    return List.copyOf(of(lambda).values());
  }

  private Map<ClaimId, Permit> of(LambdaName lambda) {
    return permits.computeIfAbsent(lambda, name -> new LinkedHashMap<>());
  }
}
