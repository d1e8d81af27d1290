package dev.atf.store;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Who may run at a time, of a lambda that limits it. A permit is taken before the claim and given
 * back after the outcome, so that never more run than have one; whoever dies between the two leaves
 * a permit behind, which somebody has to find (ADR 0009).
 */
public interface RunningPermits {
  /**
   * @param takenAt the time of whoever took it last, for those who look for what was left behind
   * @param takes how often it was taken for its claim: one call of two may still write the claim
   *     when the other is refused
   */
  record Permit(TaskRef ref, ClaimId claimId, Instant takenAt, int takes) {
    public static Permit first(Attempt attempt, Instant now) {
      return new Permit(attempt.ref(), attempt.claimId(), now, 1);
    }

    public Permit again(Instant now) {
      return new Permit(ref, claimId, now, takes + 1);
    }
  }

  /**
   * Result of taking a permit.
   *
   * @param permit as it is now; empty: the claim has none
   * @param heldCount permits of the lambda after it, its own among them
   */
  record Taken(Optional<Permit> permit, int heldCount) {}

  /**
   * Takes a permit for a claim, unless {@code max} others are held. A claim that has one takes it
   * again, whatever the limit is.
   *
   * @throws StoreOutcomeUnknownException if it may or may not have been taken; repeating is safe
   */
  Taken take(LambdaName lambda, Attempt attempt, int max, Instant now);

  /** Gives the permit of a claim back that has ended; one that has none is no error. */
  void release(LambdaName lambda, ClaimId claimId);

  /** Gives a permit back, unless it is not any more as the caller has seen it. */
  void release(LambdaName lambda, Permit seen);

  /** Strongly consistent. */
  List<Permit> held(LambdaName lambda);
}
