package dev.atf.store;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.KeyGroup;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Permits to run, in a scope with a limit: a lambda, one group of its fairness keys, or the lambdas
 * of a tenant. A permit is taken before the claim and returned after the outcome, so that the
 * number of running tasks never exceeds the number of permits. A process that dies between the two
 * leaves a permit behind, which must be found (ADR 0009).
 */
public interface RunningPermits {
  /**
   * Set of tasks that share a number of permits.
   *
   * @param owner name of a lambda, or of a tenant with the prefix {@code tenant/}, which no
   *     lambda's name has
   * @param group group of fairness keys; {@link KeyGroup#NONE} for all tasks of the owner
   */
  record Scope(String owner, KeyGroup group) {
    public Scope(LambdaName lambda, KeyGroup group) {
      this(lambda.value(), group);
    }

    public static Scope of(LambdaName lambda) {
      return new Scope(lambda, KeyGroup.NONE);
    }

    /** Returns the scope of all lambdas of a tenant. */
    public static Scope ofTenant(String tenant) {
      return new Scope("tenant/" + tenant, KeyGroup.NONE);
    }

    /** Returns the name of the scope in stores: the owner's name, followed by the group. */
    public String key() {
      return owner + (group.isNone() ? "" : "/group/" + group);
    }

    @Override
    public String toString() {
      return key();
    }
  }

  /**
   * Permit that a claim holds.
   *
   * @param takenAt time at which it was last taken, for the search for abandoned permits
   * @param takes number of times that it was taken for its claim; of two calls, one may still write
   *     the claim when the other is refused
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
   * @param permit current permit; empty if the claim has none
   * @param heldCount number of permits of the scope, including this one
   */
  record Taken(Optional<Permit> permit, int heldCount) {}

  /**
   * Takes a permit for a claim, unless {@code max} others are held. A claim that already has a
   * permit takes it again, regardless of the limit.
   *
   * @throws StoreOutcomeUnknownException if the permit was possibly taken; the call can be repeated
   */
  Taken take(Scope scope, Attempt attempt, int max, Instant now);

  /** Returns the permit of a claim that has ended. A claim without a permit is not an error. */
  void release(Scope scope, ClaimId claimId);

  /** Returns a permit, unless it has changed since the caller read it. */
  void release(Scope scope, Permit seen);

  /** Returns the held permits. The read is strongly consistent. */
  List<Permit> held(Scope scope);
}
