package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.Work;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims that executors of this host hold, as far as the host knows. There may be too many but
 * never too few, because executors report ends late. Above the limits, the oldest claims are
 * forgotten, and end with their leases. Thread-safe.
 */
@Singleton
final class HandedWork {
  /**
   * Maximum number of executors. It is more than one host runs, including those that died recently.
   */
  private static final int EXECUTORS_MAX = 1_000;

  /** Maximum number of claims of an executor, which is twice the maximum of a heartbeat. */
  private static final int CLAIMS_MAX = 2_000;

  private final Map<ExecutorId, Map<String, Claim>> claims = new LinkedHashMap<>(16, 0.75f, true);

  /** Claim that an executor holds, without the payload of the task. */
  record Claim(LambdaName lambda, AttemptRef ref, int attempt) {
    private static Claim of(LambdaName lambda, Work work) {
      var ref =
          AttemptRef.newBuilder()
              .setTaskId(work.getTaskId())
              .setEpoch(work.getEpoch())
              .setClaimId(work.getClaimId())
              .build();
      return new Claim(lambda, ref, work.getAttempt());
    }
  }

  @Inject
  HandedWork() {}

  /** Adds claims before they are handed out. */
  synchronized void add(ExecutorId executor, LambdaName lambda, List<Work> work) {
    var own = claims.computeIfAbsent(executor, id -> new LinkedHashMap<>());
    work.forEach(one -> own.put(one.getClaimId(), Claim.of(lambda, one)));
    shorten(own, CLAIMS_MAX);
    shorten(claims, EXECUTORS_MAX);
  }

  /**
   * Forgets claims that have ended.
   *
   * @return number of claims that were known; a repeated call returns 0
   */
  synchronized int remove(ExecutorId executor, Collection<String> claimIds) {
    var own = claims.get(executor);
    if (own == null) {
      return 0;
    }
    int before = own.size();
    own.keySet().removeAll(claimIds);
    if (own.isEmpty()) {
      claims.remove(executor);
    }
    return before - own.size();
  }

  /** Returns the claims of one executor, oldest first. */
  synchronized List<Claim> of(ExecutorId executor) {
    var own = claims.get(executor);
    return own == null ? List.of() : List.copyOf(own.values());
  }

  /** Returns the number of claims of each lambda with claims. */
  synchronized Map<LambdaName, Integer> counts() {
    var counts = new HashMap<LambdaName, Integer>();
    claims
        .values()
        .forEach(
            own -> own.values().forEach(claim -> counts.merge(claim.lambda(), 1, Integer::sum)));
    return counts;
  }

  private static <K, V> void shorten(Map<K, V> map, int most) {
    var oldest = map.keySet().iterator();
    for (int beyond = map.size() - most; beyond > 0; beyond--) {
      oldest.next();
      oldest.remove();
    }
  }
}
