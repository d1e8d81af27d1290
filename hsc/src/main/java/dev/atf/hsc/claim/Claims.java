package dev.atf.hsc.claim;

import com.google.protobuf.UnsafeByteOperations;
import dev.atf.hints.Hints;
import dev.atf.hsc.call.Attempts;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.call.Caller;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.call.UnknownItems;
import dev.atf.hsc.claim.ClaimRules.Decision;
import dev.atf.hsc.claim.ClaimRules.Decision.Refusal;
import dev.atf.hsc.condition.Conditions;
import dev.atf.hsc.lambda.ClosedGates;
import dev.atf.hsc.lambda.EffectiveLambda;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.worker.OwnedPlaces;
import dev.atf.hsc.worker.PlaceDirectory;
import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Checkpoint;
import dev.atf.protocol.v1.ClaimRefusal.Reason;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimTasksResponse;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.Work;
import dev.atf.protocol.v1.WorkerId;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskContents;
import dev.atf.store.TransitionResult;
import dev.atf.validation.ResourceCodec;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves epochs for executors. For each epoch, only one claim is granted. A repeated claim gets
 * the same answer, even if the previous call ended as UNAVAILABLE after some of its claims were
 * written.
 *
 * <p>A claim is checked in this order: the gate, the condition that may hold the lambda, the inputs
 * of the task, and a permit of each limit on running tasks. Then one conditional write follows. If
 * the write is refused, {@link ClaimRules} decides from the association that refused it.
 *
 * <p>If the process dies before the write, the task is unclaimed, and {@link PermitPruning}
 * releases the permits that were taken. If it dies after the write, the controller repeats the call
 * with the same claim ids and gets the same answer. If it no longer does, the lease ends, and the
 * attempt counts.
 */
public final class Claims {
  private static final Logger log = LoggerFactory.getLogger(Claims.class);

  /**
   * Maximum number of tasks in one call. It equals the maximum of a request for work to a
   * controller.
   */
  public static final int TASKS_MAX = 100;

  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  /** Number of tasks that may still run if there is no limit. */
  private static final int NOT_KNOWN = -1;

  /**
   * Retry time in milliseconds for a full limit. Each controller that waits for a permit therefore
   * claims at most twice a second.
   */
  private static final long FULL_FOR_MILLIS = 1_000;

  /**
   * Refusal with an unknown outcome. Each controller retries a throttled partition once a second.
   */
  private static final Refusal UNKNOWN =
      Refusal.of(Reason.UNKNOWN).retryAfter(Duration.ofSeconds(1));

  private static final Refusal WORKER_GONE = Refusal.of(Reason.WORKER_GONE);

  private final TaskContents contents;
  private final TaskAssociations associations;
  private final WorkInputs inputs;
  private final Lambdas lambdas;
  private final ClosedGates gates;
  private final Conditions conditions;
  private final Permits permits;
  private final PlaceDirectory places;
  private final Bulkheads bulkheads;
  private final RetryingWrites writes;
  private final Hints hints;
  private final RandomGenerator random;
  private final HscMetrics metrics;
  private final LogLimit missing;
  private final LogLimit unreadable;

  @Inject
  Claims(
      TaskContents contents,
      TaskAssociations associations,
      WorkInputs inputs,
      Lambdas lambdas,
      ClosedGates gates,
      Conditions conditions,
      Permits permits,
      PlaceDirectory places,
      Bulkheads bulkheads,
      RetryingWrites writes,
      Hints hints,
      RandomGenerator random,
      HscMetrics metrics,
      MonotonicClock clock) {
    this.contents = contents;
    this.associations = associations;
    this.inputs = inputs;
    this.lambdas = lambdas;
    this.gates = gates;
    this.conditions = conditions;
    this.permits = permits;
    this.places = places;
    this.bulkheads = bulkheads;
    this.writes = writes;
    this.hints = hints;
    this.random = random;
    this.metrics = metrics;
    this.missing = new LogLimit(clock, LOG_EVERY);
    this.unreadable = new LogLimit(clock, LOG_EVERY);
  }

  /**
   * Claims the tasks of a checked request.
   *
   * @param caller caller; when it is gone, nothing more is claimed, because nobody would run the
   *     task
   * @param mayWorkFor accepts the lambdas that the caller may execute; tasks of other lambdas are
   *     treated as if they did not exist
   * @throws StoreException if no verdict is known, if a verdict is unknown and the caller does not
   *     understand that, or if the outcome of a written claim is unknown; a repeated call returns
   *     the known verdicts again
   */
  public ClaimTasksResponse claim(
      ClaimTasksRequest request, Caller caller, Predicate<String> mayWorkFor, Instant now) {
    var response = ClaimTasksResponse.newBuilder().setTasksMax(TASKS_MAX);
    if (request.hasWorker() && isGone(request.getWorker())) {
      for (int i = 0; i < request.getTasksCount(); i++) {
        metrics.claim(WORKER_GONE.label());
        response.addVerdicts(WORKER_GONE.verdict());
      }
      return response.build();
    }
    var call = new Call(request, mayWorkFor, now);
    response.addAllVerdicts(call.verdicts(caller));
    int free = call.free.get();
    return free == NOT_KNOWN ? response.build() : response.setFree(free).build();
  }

  private boolean isGone(WorkerId worker) {
    var named = new WorkerPlace(worker.getPlace());
    var instance = worker.getInstance();
    return places.isGone(OwnedPlaces.of(named, Principal.current()), instance)
        || places.isGone(named, instance);
  }

  /** State of one call that all its claims share. */
  private final class Call {
    private final ClaimTasksRequest request;
    private final LambdaName lambda;
    private final ExecutorId executor;
    private final EffectiveLambda effective;
    private final Predicate<String> mayWorkFor;
    private final Instant now;
    private final Instant leaseUntil;

    /** Number of tasks that may still run after the latest claim. */
    private final AtomicInteger free = new AtomicInteger(NOT_KNOWN);

    Call(ClaimTasksRequest request, Predicate<String> mayWorkFor, Instant now) {
      this.request = request;
      this.lambda = new LambdaName(request.getLambda());
      this.executor = new ExecutorId(request.getExecutorId());
      this.effective = lambdas.effective(lambda, now);
      this.mayWorkFor = mayWorkFor;
      this.now = now;
      this.leaseUntil = effective.leaseUntil(now);
    }

    /** Returns the verdicts in the order of the request's tasks. */
    List<ClaimVerdict> verdicts(Caller caller) {
      var attempts = request.getTasksList().stream().map(Attempts::of).toList();
      var taskIds = attempts.stream().map(Attempt::taskId).collect(Collectors.toSet());
      // Before the claims, so that nothing is claimed that cannot be handed out.
      var entities =
          asOne(
              taskIds,
              caller.<Collection<TaskId>, Map<TaskId, TaskEntity>>unlessGone(contents::of));
      var unknown = UnknownItems.requestedWithNewIds(request.getReadsUnknown());
      Function<Attempt, ClaimVerdict> claim =
          unknown.answering(
              UNKNOWN.verdict(),
              Attempt::taskId,
              caller.unlessGone(
                  attempt -> {
                    var entity = entities.get(attempt.taskId());
                    return entity == null ? withoutEntity(attempt) : claimReadable(attempt, entity);
                  }));
      // If running tasks are limited, they are claimed one after the other, because the best task
      // is first in the request and must get the last permit.
      var verdicts =
          permits.limitsLambda(effective.definition())
              ? asOne(attempts, all -> all.stream().map(claim).toList())
              : bulkheads.claims().forEach(lambda.value(), attempts, claim);
      unknown.requireSomeKnown(attempts.size());
      for (int i = 0; i < unknown.count(); i++) {
        metrics.claim(UNKNOWN.label());
      }
      return verdicts;
    }

    /** Runs work that counts as one request of the bulkhead. */
    private <A, B> B asOne(A item, Function<A, B> work) {
      return bulkheads.claims().forEach(lambda.value(), List.of(item), work).get(0);
    }

    /**
     * Returns the verdict for a task without an entity. Every pushed task has an entity, because it
     * is written first and kept longest. A caller can still send an invented id.
     */
    private ClaimVerdict withoutEntity(Attempt attempt) {
      metrics.entityMissing();
      missing.log(
          left ->
              log.warn(
                  "taskId={} is claimed and has no entity; {} more such lines left out",
                  attempt.taskId(),
                  left));
      return refused(attempt, Refusal.STALE);
    }

    /**
     * Claims one task, or refuses it if something that is stored of it, such as its job, cannot be
     * interpreted. The other claims of the call are not affected.
     *
     * @throws StoreException as {@link #claim}
     */
    private ClaimVerdict claimReadable(Attempt attempt, TaskEntity entity) {
      try {
        return claim(attempt, entity);
      } catch (StoreException e) {
        throw e;
      } catch (RuntimeException e) {
        unreadable.log(
            left ->
                log.error(
                    "taskId={} epoch={} of lambda={} cannot be claimed, and is refused until it"
                        + " can; {} more such lines left out",
                    attempt.taskId(),
                    attempt.epoch(),
                    lambda,
                    left,
                    e));
        return refused(attempt, Refusal.UNREADABLE);
      }
    }

    /**
     * Claims one task.
     *
     * @throws StoreUnavailableException if the claim is certainly not written
     * @throws StoreOutcomeUnknownException if it may be written; repeating it is safe
     */
    private ClaimVerdict claim(Attempt attempt, TaskEntity entity) {
      var claim = new ClaimRules(attempt, lambda, executor, now, leaseUntil);
      var owner = entity.header().lambda();
      if (!owner.equals(lambda)) {
        // The write refuses a task of another lambda, with any gates of that lambda.
        return mayWorkFor.test(owner.value())
            ? write(claim, entity)
            : refused(attempt, Refusal.STALE);
      }
      var refusal =
          behindGate(claim, entity.header()).or(() -> heldByCondition(claim, entity.header()));
      return refusal.isPresent() ? refused(attempt, refusal.get()) : write(claim, entity);
    }

    /**
     * Refuses the claim of a task behind a closed gate. If the gate drops tasks, the task ends.
     * Otherwise it returns to the store and uses no attempt. In both cases its message is no longer
     * needed. If the write fails, the task's alarm handles it later.
     *
     * @return empty if no gate is closed, or the claim was granted before the gate was closed
     * @throws StoreException if the task cannot be read; its time is needed for its position among
     *     the waiting tasks
     */
    private Optional<Refusal> behindGate(ClaimRules claim, TaskHeader header) {
      var closed = gates.before(lambda, header.collection(), now);
      if (closed.isEmpty()) {
        return Optional.empty();
      }
      var gate = closed.get();
      var found = associations.find(header.taskId());
      var decision = claim.decide(found);
      if (!decision.wouldRun()) {
        return refusal(decision);
      }
      boolean drops = gates.drops(gate, now);
      var task = found.orElseThrow();
      var transition =
          drops
              ? claim.drop(gate, effective.ending(now).of(task.header()))
              : claim.park(task, gate);
      try {
        var result = writes.apply(transition);
        if (result instanceof TransitionResult.Refused refused) {
          var since = claim.decide(refused.found());
          if (!since.wouldRun()) {
            return refusal(since);
          }
        } else if (drops) {
          hints.written(((TransitionResult.Applied) result).after());
        }
      } catch (StoreException e) {
        metrics.gateWriteFailed();
        log.warn(
            "taskId={} epoch={} is left before a closed gate to its alarm: {}",
            claim.attempt().taskId(),
            claim.attempt().epoch(),
            e.getMessage());
      }
      return Optional.of(Refusal.of(drops ? Reason.DROPPED : Reason.PAUSED));
    }

    /**
     * Blocks a task, and refuses its claim, if a condition holds the whole lambda. No attempt is
     * then used to find out that the condition is closed. The task waits with the blocked tasks,
     * and its message is no longer needed.
     *
     * @return empty if the task may be claimed, or this claim was granted before
     * @throws StoreException if the task was possibly not blocked
     */
    private Optional<Refusal> heldByCondition(ClaimRules claim, TaskHeader header) {
      var holding = conditions.holding(header, claim.attempt().ref());
      if (holding.isEmpty()) {
        return Optional.empty();
      }
      var hold = holding.get();
      var found = associations.find(header.taskId());
      var decision = claim.decide(found);
      if (!decision.wouldRun()) {
        return refusal(decision);
      }
      var task = found.orElseThrow();
      var before = task.block();
      // The condition has cleared, and releases the tasks that were blocked on it.
      if (hold.releasing() && before != null && before.condition().equals(hold.condition())) {
        return Optional.empty();
      }
      conditions.join(task.header(), hold.condition());
      var checkAt = Conditions.checkAt(task.header(), now);
      var result = writes.apply(claim.block(task, hold.condition(), checkAt));
      if (result instanceof TransitionResult.Applied applied) {
        conditions.joined(applied.after(), now);
      } else {
        var since = claim.decide(((TransitionResult.Refused) result).found());
        if (!since.wouldRun()) {
          return refusal(since);
        }
      }
      return Optional.of(Refusal.BLOCKED);
    }

    /**
     * Returns the refusal; empty if the claim was granted before. The caller then writes it again,
     * because the refused write gives the earlier answer.
     */
    private static Optional<Refusal> refusal(Decision decision) {
      return decision instanceof Refusal refusal ? Optional.of(refusal) : Optional.empty();
    }

    /** Writes the claim if all limits on running tasks have a permit for it. */
    private ClaimVerdict write(ClaimRules claim, TaskEntity entity) {
      var attempt = claim.attempt();
      var given = inputs.of(entity, now);
      var admission = permits.take(attempt, entity.header().group(), effective, now);
      free.set(admission.free().orElse(NOT_KNOWN));
      if (admission.full().isPresent()) {
        var full = admission.full().get();
        boolean released = permits.releaseOwn(admission, attempt);
        countFree(released && full.reason() == Reason.KEY_FULL);
        return refused(attempt, full.retryAfter(fullFor()));
      }
      var result = writes.apply(claim.claim());
      if (result instanceof TransitionResult.Refused refused
          && claim.decide(refused.found()) instanceof Decision.MoveAlarm) {
        result = writes.apply(claim.claimAndMoveAlarm());
      }
      if (result instanceof TransitionResult.Applied applied) {
        return granted(claim, entity, given, applied.after());
      }
      var found = ((TransitionResult.Refused) result).found();
      countFree(permits.refused(admission, attempt, found));
      var decision = claim.decide(found);
      if (decision instanceof Decision.Ours ours) {
        metrics.replay("claim");
        return granted(claim, entity, given, ours.task());
      }
      return refused(
          attempt,
          refusal(decision)
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          claim.claimAndMoveAlarm() + " was refused for its alarm")));
    }

    private void countFree(boolean oneMore) {
      int unused = free.getAndUpdate(left -> left == NOT_KNOWN || !oneMore ? left : left + 1);
    }

    /**
     * Returns a random pause, so that simultaneously refused callers do not return at the same
     * time.
     */
    private Duration fullFor() {
      return Duration.ofMillis(FULL_FOR_MILLIS / 2 + random.nextLong(FULL_FOR_MILLIS / 2 + 1));
    }

    /**
     * Returns the verdict of a granted claim.
     *
     * @param given inputs of the task in addition to its payload; empty if they are too large
     */
    private ClaimVerdict granted(
        ClaimRules claim, TaskEntity entity, Optional<Work> given, Association task) {
      if (given.isEmpty()) {
        endTooLarge(claim, task);
        return refused(claim.attempt(), Refusal.STALE);
      }
      metrics.claim("claimed");
      log.debug(
          "claimed taskId={} epoch={} attempt={} claimId={} executorId={} leaseUntil={}",
          claim.attempt().taskId(),
          claim.attempt().epoch(),
          task.attempt(),
          claim.attempt().claimId(),
          executor,
          leaseUntil);
      return ClaimVerdict.newBuilder()
          .setClaimed(work(claim.attempt(), task, entity, effective).mergeFrom(given.get()))
          .build();
    }

    /**
     * Ends a task that is too large for any executor, with the attempt that was just claimed.
     *
     * @throws StoreOutcomeUnknownException if the task has possibly not ended; its claim is written
     */
    private void endTooLarge(ClaimRules claim, Association task) {
      try {
        var result = writes.apply(claim.endTooLarge(task, effective.ending(now).of(task.header())));
        if (result instanceof TransitionResult.Applied applied) {
          if (!applied.after().header().isCanary()) {
            metrics.deadLetter();
          }
          hints.written(applied.after());
        }
      } catch (StoreUnavailableException e) {
        throw new StoreOutcomeUnknownException("claimed, and not ended yet", e);
      }
      permits.ended(claim.attempt(), task.header().group(), effective.definition());
    }

    private ClaimVerdict refused(Attempt attempt, Refusal refusal) {
      metrics.claim(refusal.label());
      log.debug(
          "refused taskId={} epoch={} claimId={} executorId={} reason={}",
          attempt.taskId(),
          attempt.epoch(),
          attempt.claimId(),
          executor,
          refusal.label());
      return refusal.verdict();
    }
  }

  /**
   * Creates the work of a granted claim, without the inputs that are not in the entity.
   *
   * @param task association after the claim
   */
  private static Work.Builder work(
      Attempt attempt, Association task, TaskEntity entity, EffectiveLambda effective) {
    // This is not the entity's header, which has the times from when the task was scheduled.
    var header = task.header();
    var collection = header.collection();
    var work =
        Work.newBuilder()
            .setTaskId(attempt.taskId().value())
            .setEpoch(attempt.epoch())
            .setClaimId(attempt.claimId().value())
            .setAttempt(task.attempt())
            .setLambda(header.lambda().value())
            .setPriority(header.priority().value())
            .setCollection(collection == null ? "" : collection.value())
            .setLease(ProtoTimes.proto(effective.lease()))
            // The bytes are not copied, because nobody writes to a payload.
            .setPayload(UnsafeByteOperations.unsafeWrap(entity.payload().bytes()))
            .setContentType(entity.payload().contentType())
            .putAllLabels(entity.labels())
            .setScheduledAt(ProtoTimes.proto(header.scheduledAt()))
            .setDeadline(ProtoTimes.proto(header.deadline()))
            .setMaxAttempts(effective.definition().retry().maxAttempts())
            .setAlone(task.runsAlone())
            .addAllResources(ResourceCodec.proto(entity.files().resources()))
            .addAllOutputs(entity.files().outputs());
    var logs = effective.definition().logs();
    if (logs.kept() != History.NONE) {
      work.setLogBytesMax(logs.bytesMax()).setLogAlways(logs.kept() == History.ALL);
    }
    var startedAt = task.startedAt();
    if (startedAt != null) {
      work.setDeadlineLeft(ProtoTimes.proto(Duration.between(startedAt, header.deadline())));
    }
    var checkpoint = task.notes().checkpoint();
    if (checkpoint != null) {
      work.setCheckpoint(
          Checkpoint.newBuilder()
              .setData(UnsafeByteOperations.unsafeWrap(checkpoint.bytes()))
              .setContentType(checkpoint.contentType()));
    }
    return work;
  }
}
