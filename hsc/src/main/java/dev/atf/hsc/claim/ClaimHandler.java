package dev.atf.hsc.claim;

import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.call.Caller;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.claim.ClaimDecision.Reason;
import dev.atf.hsc.lambda.ClosedGates;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.lambda.Terms;
import dev.atf.model.Association;
import dev.atf.model.Attempt;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Outcome;
import dev.atf.model.TaskEntity;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.history.Notes;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Limits;
import dev.atf.model.transition.Ending;
import dev.atf.model.transition.Transitions;
import dev.atf.protocol.v1.ClaimTasksResponse;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.TaskContents;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves epochs for executors. Of any number of claims for one epoch one is granted; the same
 * claim again gets the same answer, also when the call before ended as UNAVAILABLE with some of its
 * claims written.
 */
public final class ClaimHandler {
  private static final Logger log = LoggerFactory.getLogger(ClaimHandler.class);

  /** Chosen: at most two claims a second of each controller that waits for a permit. */
  private static final long FULL_FOR_MILLIS = 1_000;

  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  /** Number of tasks that may still run where there is no limit. */
  private static final int NOT_KNOWN = -1;

  /** The verdict of a claim that was granted; the others are {@link ClaimDecision.Reason}. */
  private enum Granted {
    CLAIMED
  }

  private final TaskContents contents;
  private final JobInputs jobs;
  private final RetryingWrites writes;
  private final Lambdas lambdas;
  private final ClosedGates gates;
  private final ClaimGates claimGates;
  private final Permits permits;
  private final RandomGenerator random;
  private final Bulkheads bulkheads;
  private final HscMetrics metrics;
  private final LogLimit missing;

  @Inject
  ClaimHandler(
      TaskContents contents,
      JobInputs jobs,
      RetryingWrites writes,
      Lambdas lambdas,
      ClosedGates gates,
      ClaimGates claimGates,
      Permits permits,
      RandomGenerator random,
      Bulkheads bulkheads,
      HscMetrics metrics,
      MonotonicClock clock) {
    this.contents = contents;
    this.jobs = jobs;
    this.writes = writes;
    this.lambdas = lambdas;
    this.gates = gates;
    this.claimGates = claimGates;
    this.permits = permits;
    this.random = random;
    this.bulkheads = bulkheads;
    this.metrics = metrics;
    this.missing = new LogLimit(clock, LOG_EVERY);
  }

  /**
   * @param caller once it has gone, nothing more is claimed: nobody would run it
   * @param mayWorkFor lambdas that the caller may execute; a task of another one is answered as one
   *     that does not exist
   * @throws dev.atf.store.StoreException if any verdict is not known; those that are will be the
   *     same next time
   */
  public ClaimTasksResponse claim(
      ClaimCall call, Caller caller, Predicate<String> mayWorkFor, Instant now) {
    var terms = lambdas.terms(call.lambda(), now);
    var leaseUntil = terms.leaseUntil(now);
    // Before the claims, so that nothing is claimed that cannot be handed out.
    var found = findEntities(call, caller);
    var free = new AtomicInteger(NOT_KNOWN);
    var verdicts =
        inTheirOrder(
            call,
            terms,
            caller.unlessGone(
                attempt ->
                    claimOne(
                        new ClaimAttempt(attempt, call.lambda(), call.executor(), now, leaseUntil),
                        terms,
                        Optional.ofNullable(found.get(attempt.taskId())),
                        mayWorkFor,
                        free)));
    var response = ClaimTasksResponse.newBuilder().addAllVerdicts(verdicts);
    if (free.get() != NOT_KNOWN) {
      response.setFree(free.get());
    }
    return response.build();
  }

  /**
   * Claims several tasks at a time; of a lambda that limits what runs, one after the other, for the
   * best stand first and must get the last permit.
   */
  private List<ClaimVerdict> inTheirOrder(
      ClaimCall call, Terms terms, Function<Attempt, ClaimVerdict> claim) {
    var lambda = call.lambda().value();
    if (!Permits.limits(terms.lambda())) {
      return bulkheads.claims().forEach(lambda, call.attempts(), claim);
    }
    return bulkheads
        .claims()
        .forEach(
            lambda, List.of(call.attempts()), attempts -> attempts.stream().map(claim).toList())
        .get(0);
  }

  /** Reads the entities in one request, which counts among those of this bulkhead. */
  private Map<TaskId, TaskEntity> findEntities(ClaimCall call, Caller caller) {
    var taskIds = call.attempts().stream().map(Attempt::taskId).collect(Collectors.toSet());
    return bulkheads
        .claims()
        .forEach(
            call.lambda().value(),
            List.of(taskIds),
            caller.<Set<TaskId>, Map<TaskId, TaskEntity>>unlessGone(contents::of))
        .get(0);
  }

  /**
   * @param free receives the number of tasks that may still run, where that is limited
   */
  private ClaimVerdict claimOne(
      ClaimAttempt claim,
      Terms terms,
      Optional<TaskEntity> entity,
      Predicate<String> mayWorkFor,
      AtomicInteger free) {
    if (entity.isEmpty()) {
      return withoutEntity(claim.attempt().taskId());
    }
    var lambda = entity.get().header().lambda();
    if (!lambda.equals(claim.lambda()) && !mayWorkFor.test(lambda.value())) {
      return refused(claim, new ClaimDecision.Refuse(Reason.STALE, Duration.ZERO));
    }
    var gate = gateBefore(claim, entity.get().header());
    if (gate.isPresent()) {
      var turnedAway = claimGates.turnAway(claim, terms.lambda(), gate.get());
      return answer(claim, terms, ClaimedTask.alone(entity.get()), turnedAway);
    }
    return writeClaim(
        claim, terms, new ClaimedTask(entity.get(), jobs.of(entity.get(), claim.now())), free);
  }

  /**
   * Returns the task's closed gate; empty for a task of another lambda, which is refused for that.
   */
  private Optional<Gate> gateBefore(ClaimAttempt claim, TaskHeader header) {
    return header.lambda().equals(claim.lambda())
        ? gates.before(header.lambda(), header.collection(), claim.now())
        : Optional.empty();
  }

  private ClaimVerdict writeClaim(
      ClaimAttempt claim, Terms terms, ClaimedTask entity, AtomicInteger free) {
    var admission = permits.take(claim.attempt(), terms, claim.now());
    free.set(admission.free().orElse(NOT_KNOWN));
    if (!admission.granted()) {
      return refused(claim, new ClaimDecision.Refuse(Reason.LAMBDA_FULL, fullFor()));
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
    if (permits.refused(admission, claim.attempt(), terms.lambda(), found)) {
      int unused = free.getAndUpdate(left -> left == NOT_KNOWN ? left : left + 1);
    }
    return answer(claim, terms, entity, ClaimDecision.of(claim, found));
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
    if (entity.job() instanceof JobInputs.Read.TooLarge) {
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

  /** Ends a task that nobody could ever run, with the attempt that was just claimed. */
  private ClaimVerdict endTooLarge(ClaimAttempt claim, Terms terms, Association task) {
    var failure =
        FrameworkFailure.INPUT_TOO_LARGE.because(
            "payload, inputs and item are more than " + Limits.PAYLOAD_BYTES_MAX + " bytes");
    var unused =
        writes.apply(
            Transitions.failFatally(
                claim.attempt(),
                terms.lambda().name(),
                task.attempt(),
                Outcome.failure("", failure),
                Ending.at(claim.now(), terms.lambda()),
                Notes.NONE));
    permits.ended(claim.attempt(), terms.lambda());
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

  /**
   * Returns a random delay, so that claims that were refused together do not come back together.
   */
  private Duration fullFor() {
    return Duration.ofMillis(FULL_FOR_MILLIS / 2 + random.nextLong(FULL_FOR_MILLIS / 2 + 1));
  }

  /**
   * Refuses a task without an entity. A pushed task has one, for it is written first and kept
   * longest; but a caller can make an id up.
   */
  private ClaimVerdict withoutEntity(TaskId taskId) {
    metrics.entityMissing();
    metrics.claim(Reason.STALE);
    missing.log(
        left ->
            log.warn(
                "taskId={} is claimed and has no entity; {} more such lines left out",
                taskId,
                left));
    return ProtocolMessages.refusal(new ClaimDecision.Refuse(Reason.STALE, Duration.ZERO));
  }
}
