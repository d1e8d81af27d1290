package dev.atf.hsc.claim;

import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.lambda.EffectiveLambda;
import dev.atf.model.Attempt;
import dev.atf.store.RunningPermits;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.TaskAssociations;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Releases permits of processes that died between a claim and its end. */
@Singleton
final class PermitPruning {
  private static final Logger log = LoggerFactory.getLogger(PermitPruning.class);

  /** Minimum time between two prunings of one scope by this process. */
  private static final Duration EVERY = Duration.ofSeconds(1);

  /**
   * Maximum number of permits that one turn checks. It costs about 50 read units. Ten turns cover
   * all permits of a scope.
   */
  static final int AT_ONCE_MAX = 100;

  private static final Comparator<Permit> ORDER =
      Comparator.comparing(permit -> permit.claimId().value());

  private final RunningPermits permits;
  private final TaskAssociations associations;
  private final RetryingWrites writes;
  private final HscMetrics metrics;

  /** Last turns of the scopes with a limit. */
  private final Map<Scope, Turn> turns = new ConcurrentHashMap<>();

  /**
   * Last turn of a scope.
   *
   * @param lastSeen claim id after which the next turn starts
   */
  private record Turn(Instant at, String lastSeen) {}

  @Inject
  PermitPruning(
      RunningPermits permits,
      TaskAssociations associations,
      RetryingWrites writes,
      HscMetrics metrics) {
    this.permits = permits;
    this.associations = associations;
    this.writes = writes;
    this.metrics = metrics;
  }

  /**
   * Releases permits whose claim no longer runs. A permit that is younger than a stored lease
   * stays, because its claim may be about to be written. A permit from further ahead in time is
   * from a clock that was set back, and counts as old.
   *
   * @return number of released permits; also 0 if another call has just checked them
   */
  int prune(Scope scope, EffectiveLambda effective, Instant now) {
    if (!isMyTurn(scope, now)) {
      return 0;
    }
    var old =
        permits.held(scope).stream()
            .filter(permit -> distance(permit.takenAt(), now).compareTo(effective.stored()) > 0)
            .sorted(ORDER)
            .toList();
    int released = 0;
    for (var permit : withoutClaim(next(scope, old))) {
      writes.releasePermit(scope, permit);
      released++;
    }
    metrics.permitsPruned(released);
    if (released > 0) {
      log.info("scope={} permits={} were left behind, and are released", scope, released);
    }
    return released;
  }

  private boolean isMyTurn(Scope scope, Instant now) {
    var mine = new boolean[1];
    turns.compute(
        scope,
        (key, turn) -> {
          mine[0] = turn == null || distance(turn.at(), now).compareTo(EVERY) >= 0;
          return mine[0] ? new Turn(now, turn == null ? "" : turn.lastSeen()) : turn;
        });
    return mine[0];
  }

  /**
   * Returns the time between two instants in any order. The clocks of concurrent calls and of other
   * processes may be a little ahead, so not every instant in the future is from a wrong clock.
   */
  private static Duration distance(Instant at, Instant now) {
    return Duration.between(at, now).abs();
  }

  /** Returns the batch after the last one. After the end, it starts again with the first. */
  private List<Permit> next(Scope scope, List<Permit> all) {
    var from = turns.getOrDefault(scope, new Turn(Instant.MIN, "")).lastSeen();
    var batch = new ArrayList<Permit>();
    all.stream().filter(permit -> isBehind(permit, from)).limit(AT_ONCE_MAX).forEach(batch::add);
    all.stream()
        .filter(permit -> !isBehind(permit, from))
        .limit(AT_ONCE_MAX - batch.size())
        .forEach(batch::add);
    if (!batch.isEmpty()) {
      var last = batch.get(batch.size() - 1).claimId().value();
      turns.computeIfPresent(scope, (key, turn) -> new Turn(turn.at(), last));
    }
    return batch;
  }

  /**
   * Returns the permits without a claim. If an eventually consistent read does not show the claim,
   * a consistent read follows.
   */
  private List<Permit> withoutClaim(List<Permit> batch) {
    if (batch.isEmpty()) {
      return List.of();
    }
    var found =
        associations.findAll(
            batch.stream().map(permit -> permit.ref().taskId()).distinct().toList());
    return batch.stream()
        .filter(
            permit ->
                !Permits.isHeld(
                    claim(permit), Optional.ofNullable(found.get(permit.ref().taskId()))))
        .filter(permit -> !Permits.isHeld(claim(permit), associations.find(permit.ref().taskId())))
        .toList();
  }

  private static boolean isBehind(Permit permit, String claimId) {
    return permit.claimId().value().compareTo(claimId) > 0;
  }

  private static Attempt claim(Permit permit) {
    return new Attempt(permit.ref(), permit.claimId());
  }
}
