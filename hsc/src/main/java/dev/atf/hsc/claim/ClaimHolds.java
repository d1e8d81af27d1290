package dev.atf.hsc.claim;

import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.condition.Conditions;
import dev.atf.model.condition.Block;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;

/**
 * Refuses claims of tasks whose lambda is held by a condition, so that not every task has to find
 * out by an attempt. Such a task waits with the blocked ones, and its message is no longer needed.
 */
final class ClaimHolds {
  private final Conditions conditions;
  private final TaskAssociations associations;
  private final RetryingWrites writes;

  @Inject
  ClaimHolds(Conditions conditions, TaskAssociations associations, RetryingWrites writes) {
    this.conditions = conditions;
    this.associations = associations;
    this.writes = writes;
  }

  /**
   * Refuses the claim if a condition holds the lambda, and blocks the task, unless it has been
   * claimed or has ended meanwhile.
   *
   * @return the reason for the refusal, or that an earlier try of this claim was granted; empty if
   *     the task may be claimed
   * @throws dev.atf.store.StoreException if the task is not, or perhaps not, blocked
   */
  Optional<ClaimDecision> turnAway(ClaimAttempt claim, TaskHeader header) {
    return conditions.holding(header, claim.attempt().ref()).flatMap(hold -> turnAway(claim, hold));
  }

  private Optional<ClaimDecision> turnAway(ClaimAttempt claim, Conditions.Hold hold) {
    var found = associations.find(claim.attempt().taskId());
    var decision = ClaimDecision.of(claim, found);
    if (!ClaimGates.wouldRun(decision)) {
      return Optional.of(decision);
    }
    var task = found.orElseThrow();
    var before = task.block();
    if (hold.releasing() && before != null && before.condition().equals(hold.condition())) {
      return Optional.empty();
    }
    conditions.join(task.header(), hold.condition());
    var block = new Block(hold.condition(), before == null ? 1 : before.times());
    var lookAt = Conditions.lookAt(task.header(), claim.now());
    var result =
        writes.apply(
            BlockTransitions.blockUnclaimed(claim.attempt().ref(), block, claim.now(), lookAt));
    if (result instanceof TransitionResult.Applied applied) {
      conditions.joined(applied.after(), claim.now());
    } else {
      var since = ClaimDecision.of(claim, ((TransitionResult.Refused) result).found());
      if (!ClaimGates.wouldRun(since)) {
        return Optional.of(since);
      }
    }
    return Optional.of(new ClaimDecision.Refuse(ClaimDecision.Reason.BLOCKED, Duration.ZERO));
  }
}
