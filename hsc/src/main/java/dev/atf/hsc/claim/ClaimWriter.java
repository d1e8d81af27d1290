package dev.atf.hsc.claim;

import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.claim.ClaimDecision.Reason;
import dev.atf.hsc.lambda.ClosedGates;
import dev.atf.hsc.lambda.Terms;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.Gate;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transitions;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about the claim of one epoch, writes it, and returns its verdict. Before the write it
 * checks the gate of the lambda, the conditions that hold the lambda, and the limits on running
 * tasks.
 */
final class ClaimWriter {
  private static final Logger log = LoggerFactory.getLogger(ClaimWriter.class);

  /** Number that may still run where that is not limited. */
  static final int NOT_KNOWN = -1;

  /** Chosen: at most two claims a second of each controller that waits for a place. */
  private static final long FULL_FOR_MILLIS = 1_000;

  /** The verdict of a claim that was granted; the others are {@link ClaimDecision.Reason}. */
  private enum Granted {
    CLAIMED
  }

  private final WorkInputs inputs;
  private final ClosedGates gates;
  private final ClaimGates claimGates;
  private final ClaimHolds holds;
  private final Permits permits;
  private final RetryingWrites writes;
  private final RandomGenerator random;
  private final HscMetrics metrics;

  @Inject
  ClaimWriter(
      WorkInputs inputs,
      ClosedGates gates,
      ClaimGates claimGates,
      ClaimHolds holds,
      Permits permits,
      RetryingWrites writes,
      RandomGenerator random,
      HscMetrics metrics) {
    this.inputs = inputs;
    this.gates = gates;
    this.claimGates = claimGates;
    this.holds = holds;
    this.permits = permits;
    this.writes = writes;
    this.random = random;
    this.metrics = metrics;
  }

  /**
   * @param mayWorkFor lambdas that the caller may execute
   * @param free is told how many more may run, where that is limited
   * @throws StoreUnavailableException if the claim is certainly not written
   * @throws StoreOutcomeUnknownException if it may be; repeating it is safe
   */
  ClaimVerdict claim(
      ClaimAttempt claim,
      Terms terms,
      TaskEntity entity,
      Predicate<String> mayWorkFor,
      AtomicInteger free) {
    var lambda = entity.header().lambda();
    if (!lambda.equals(claim.lambda()) && !mayWorkFor.test(lambda.value())) {
      return refused(claim, new ClaimDecision.Refuse(Reason.STALE, Duration.ZERO));
    }
    var gate = gateBefore(claim, entity.header());
    if (gate.isPresent()) {
      var turnedAway = claimGates.turnAway(claim, terms, gate.get());
      return answer(claim, terms, ClaimedTask.alone(entity), turnedAway);
    }
    if (lambda.equals(claim.lambda())) {
      var held = holds.turnAway(claim, entity.header());
      if (held.isPresent()) {
        return answer(claim, terms, ClaimedTask.alone(entity), held.get());
      }
    }
    return writeClaim(claim, terms, new ClaimedTask(entity, inputs.of(entity, claim.now())), free);
  }

  /** A task of another lambda is refused for that, whatever gates it has. */
  private Optional<Gate> gateBefore(ClaimAttempt claim, TaskHeader header) {
    return header.lambda().equals(claim.lambda())
        ? gates.before(header.lambda(), header.collection(), claim.now())
        : Optional.empty();
  }

  private ClaimVerdict writeClaim(
      ClaimAttempt claim, Terms terms, ClaimedTask entity, AtomicInteger free) {
    var group = entity.entity().header().group();
    var admission = permits.take(claim.attempt(), group, terms, claim.now());
    free.set(admission.free().orElse(NOT_KNOWN));
    if (admission.full().isPresent()) {
      var full = admission.full().get();
      boolean givenBack = permits.giveBackOwn(admission, claim.attempt());
      countFree(free, givenBack && full == Reason.KEY_FULL);
      return refused(claim, new ClaimDecision.Refuse(full, fullFor()));
    }
    var result = writes.apply(claim.leavingAlarm());
    if (result instanceof TransitionResult.Refused refused
        && ClaimDecision.of(claim, refused.found()) instanceof ClaimDecision.MoveAlarm) {
      result = writes.apply(claim.movingAlarm());
    }
    if (result instanceof TransitionResult.Applied applied) {
      return granted(claim, terms, entity, applied.after());
    }
    var found = ((TransitionResult.Refused) result).found();
    countFree(free, permits.refused(admission, claim.attempt(), found));
    return answer(claim, terms, entity, ClaimDecision.of(claim, found));
  }

  private static void countFree(AtomicInteger free, boolean oneMore) {
    int unused = free.getAndUpdate(left -> left == NOT_KNOWN || !oneMore ? left : left + 1);
  }

  private ClaimVerdict answer(
      ClaimAttempt claim, Terms terms, ClaimedTask entity, ClaimDecision decision) {
    if (decision instanceof ClaimDecision.AlreadyOurs ours) {
      metrics.replay("claim");
      return granted(claim, terms, entity, ours.task());
    }
    if (decision instanceof ClaimDecision.Refuse refuse) {
      return refused(claim, refuse);
    }
    throw new IllegalStateException(claim.movingAlarm() + " was refused for its alarm");
  }

  private ClaimVerdict granted(
      ClaimAttempt claim, Terms terms, ClaimedTask entity, Association task) {
    if (entity.inputs().isEmpty()) {
      return endTooLarge(claim, terms, task);
    }
    metrics.claim(Granted.CLAIMED);
    log.debug(
        "claimed taskId={} epoch={} attempt={} claimId={} executorId={} leaseUntil={}",
        claim.attempt().taskId(),
        claim.attempt().epoch(),
        task.attempt(),
        claim.attempt().claimId(),
        claim.owner(),
        claim.leaseUntil());
    return ClaimVerdict.newBuilder()
        .setClaimed(ProtocolMessages.work(claim.attempt(), task, entity, terms))
        .build();
  }

  /**
   * Ends a task that no executor could ever run, with the attempt that was just claimed.
   *
   * @throws StoreOutcomeUnknownException if it is perhaps not ended; the claim was written
   */
  private ClaimVerdict endTooLarge(ClaimAttempt claim, Terms terms, Association task) {
    var failure =
        FrameworkFailure.INPUT_TOO_LARGE.because(
            "payload, inputs and item are more than " + Limits.PAYLOAD_BYTES_MAX + " bytes");
    var ending =
        Transitions.failFatally(
            claim.attempt(),
            terms.lambda().name(),
            task.attempt(),
            Outcome.failure("", failure),
            terms.ending(claim.now()).of(task.header()),
            Notes.NONE);
    try {
      var unused = writes.apply(ending);
    } catch (StoreUnavailableException e) {
      throw new StoreOutcomeUnknownException("claimed, and not ended yet", e);
    }
    permits.ended(claim.attempt(), task.header().group(), terms.lambda());
    return refused(claim, new ClaimDecision.Refuse(Reason.STALE, Duration.ZERO));
  }

  private ClaimVerdict refused(ClaimAttempt claim, ClaimDecision.Refuse refuse) {
    metrics.claim(refuse.reason());
    log.debug(
        "refused taskId={} epoch={} claimId={} executorId={} reason={}",
        claim.attempt().taskId(),
        claim.attempt().epoch(),
        claim.attempt().claimId(),
        claim.owner(),
        refuse.reason());
    return ProtocolMessages.refusal(refuse);
  }

  /** Draws it, so that those who were refused together do not come back together. */
  private Duration fullFor() {
    return Duration.ofMillis(FULL_FOR_MILLIS / 2 + random.nextLong(FULL_FOR_MILLIS / 2 + 1));
  }
}
