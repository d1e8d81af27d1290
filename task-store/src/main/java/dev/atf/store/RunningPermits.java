package dev.atf.store;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import java.time.Instant;
import java.util.List;

/**
 * Who may run at a time, of a lambda that limits it. A permit is taken before the claim and given
 * back after the outcome, so that never more run than have one; whoever dies between the two leaves
 * a permit behind, which somebody has to find (ADR 0009).
 */
public interface RunningPermits {
  /**
   * @param takenAt the caller's time, for whoever looks for what was left behind
   */
  record Permit(TaskRef ref, ClaimId claimId, Instant takenAt) {}

  /**
   * Takes a permit for a claim, unless {@code max} others are held. For a claim that has one it
   * changes nothing.
   *
   * @return whether the claim has a permit now
   * @throws StoreOutcomeUnknownException if it may or may not have been taken; repeating is safe
   */
  boolean take(LambdaName lambda, Attempt attempt, int max, Instant now);

  /** Gives the permit of a claim back; one that has none is no error. */
  void release(LambdaName lambda, ClaimId claimId);

  /** Strongly consistent. */
  List<Permit> held(LambdaName lambda);
}
