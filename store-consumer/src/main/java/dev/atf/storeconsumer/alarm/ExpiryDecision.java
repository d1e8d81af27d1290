package dev.atf.storeconsumer.alarm;

import dev.atf.model.FrameworkFailure;
import dev.atf.model.Lease;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Association;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Quarantine;
import dev.atf.model.task.RetryDecision;
import dev.atf.model.task.Transition;
import dev.atf.model.task.WallTime;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Decides about an attempt whose lease ended in silence: another attempt, or the end of its task.
 */
final class ExpiryDecision {
  private ExpiryDecision() {}

  static Transition of(
      Association task, TaskRef ref, Lease lease, AlarmFacts facts, RandomGenerator random) {
    var now = facts.now();
    var lambda = facts.lambda();
    // The end of a process after such a request is no sign of a task that ends its processes.
    boolean deathCounts = facts.deathCounts() && !task.isToBeKilled();
    int deaths = deathCounts ? Quarantine.deathsAfter(lease, task.deaths()) : task.deaths();
    var ended = new EndedLease(ref, lease.until(), task.attempt(), deaths);
    var ending = facts.ending(task);
    var silent =
        "executor %s was not heard of until its lease ended at %s (attempt %d)"
            .formatted(lease.owner(), lease.until(), task.attempt());
    if (task.cancelRequested()) {
      var cancelled = FrameworkFailure.CANCELLED.because("cancelled while it ran; " + silent);
      return ExpiryTransitions.expireCancelled(ended, Outcome.failure("", cancelled), ending);
    }
    if (deathCounts && Quarantine.isDue(lease, deaths)) {
      var quarantined = Quarantine.failure(task, lease, deaths);
      return ExpiryTransitions.expireFatally(ended, Outcome.failure("", quarantined), ending);
    }
    var expired =
        task.isToBeKilled()
            ? FrameworkFailure.KILLED.because(task.killReason() + "; " + silent)
            : FrameworkFailure.LEASE_EXPIRED.because(silent);
    var wallTime = new WallTime(now, facts.clockInDoubt());
    var next =
        RetryDecision.after(expired, task, Optional.empty(), lambda.retry(), wallTime, random);
    if (next instanceof RetryDecision.RetryAt retry) {
      return ExpiryTransitions.expire(ended, Outcome.failure("", expired), now, retry.at());
    }
    var last = ((RetryDecision.GiveUp) next).failure();
    return ExpiryTransitions.expireFatally(ended, Outcome.failure("", last), ending);
  }
}
