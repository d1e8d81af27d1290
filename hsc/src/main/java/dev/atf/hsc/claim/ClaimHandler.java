package dev.atf.hsc.claim;

import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.call.Caller;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.UnknownItems;
import dev.atf.hsc.claim.ClaimDecision.Reason;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.lambda.Terms;
import dev.atf.hsc.worker.PlaceDirectory;
import dev.atf.model.Attempt;
import dev.atf.model.TaskId;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.v1.ClaimTasksResponse;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.TaskContents;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves epochs for executors. Of any number of claims for one epoch only one is granted. The
 * same claim again gets the same answer, even if the previous call ended as UNAVAILABLE after some
 * of its claims were written.
 */
public final class ClaimHandler {
  private static final Logger log = LoggerFactory.getLogger(ClaimHandler.class);

  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  /** Chosen: a partition that is throttled is asked again once a second by each controller. */
  private static final ClaimVerdict UNKNOWN =
      ProtocolMessages.refusal(new ClaimDecision.Refuse(Reason.UNKNOWN, Duration.ofSeconds(1)));

  private static final ClaimVerdict GONE =
      ProtocolMessages.refusal(new ClaimDecision.Refuse(Reason.WORKER_GONE, Duration.ZERO));

  private final TaskContents contents;
  private final Lambdas lambdas;
  private final Bulkheads bulkheads;
  private final ClaimWriter writer;
  private final Permits permits;
  private final PlaceDirectory places;
  private final HscMetrics metrics;
  private final LogLimit missing;

  @Inject
  ClaimHandler(
      TaskContents contents,
      Lambdas lambdas,
      Bulkheads bulkheads,
      ClaimWriter writer,
      Permits permits,
      PlaceDirectory places,
      HscMetrics metrics,
      MonotonicClock clock) {
    this.contents = contents;
    this.lambdas = lambdas;
    this.bulkheads = bulkheads;
    this.writer = writer;
    this.permits = permits;
    this.places = places;
    this.metrics = metrics;
    this.missing = new LogLimit(clock, LOG_EVERY);
  }

  /**
   * @param caller once it has gone, nothing more is claimed: nobody would run it
   * @param mayWorkFor lambdas that the caller may execute; a task of another one is answered as one
   *     that does not exist
   * @throws dev.atf.store.StoreException if no verdict is known, if any is not and the caller does
   *     not read that, or if any claim may have been written; the verdicts that are known will be
   *     the same next time
   */
  public ClaimTasksResponse claim(
      ClaimCall call, Caller caller, Predicate<String> mayWorkFor, Instant now) {
    if (call.worker().filter(places::isGone).isPresent()) {
      return refuseAll(call);
    }
    var terms = lambdas.terms(call.lambda(), now);
    var leaseUntil = terms.leaseUntil(now);
    // Before the claims, so that nothing is claimed that cannot be handed out.
    var found = findEntities(call, caller);
    var free = new AtomicInteger(ClaimWriter.NOT_KNOWN);
    var unknown = UnknownItems.askedForAnew(call.readsUnknown());
    var verdicts =
        inTheirOrder(
            call,
            terms,
            unknown.answering(
                UNKNOWN,
                caller.unlessGone(
                    attempt -> {
                      var entity = found.get(attempt.taskId());
                      return entity == null
                          ? withoutEntity(attempt.taskId())
                          : writer.claim(
                              new ClaimAttempt(
                                  attempt, call.lambda(), call.executor(), now, leaseUntil),
                              terms,
                              entity,
                              mayWorkFor,
                              free);
                    })));
    unknown.requireSomeKnown(call.attempts().size());
    verdicts.stream().filter(UNKNOWN::equals).forEach(it -> metrics.claim(Reason.UNKNOWN));
    var response =
        ClaimTasksResponse.newBuilder().addAllVerdicts(verdicts).setTasksMax(ClaimCall.TASKS_MAX);
    if (free.get() != ClaimWriter.NOT_KNOWN) {
      response.setFree(free.get());
    }
    return response.build();
  }

  private ClaimTasksResponse refuseAll(ClaimCall call) {
    var response = ClaimTasksResponse.newBuilder().setTasksMax(ClaimCall.TASKS_MAX);
    for (int i = 0; i < call.attempts().size(); i++) {
      metrics.claim(Reason.WORKER_GONE);
      response.addVerdicts(GONE);
    }
    return response.build();
  }

  /**
   * Claims several tasks at a time; of a lambda with a limit of what runs, its own or its tenant's,
   * one after the other, for the best stand first and must get the last permit.
   */
  private List<ClaimVerdict> inTheirOrder(
      ClaimCall call, Terms terms, Function<Attempt, ClaimVerdict> claim) {
    var lambda = call.lambda().value();
    if (!permits.limitsLambda(terms.lambda())) {
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
   * Answers for a task that has no entity. A pushed task has one, for the entity is written first
   * and kept longest; a caller can make an id up.
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
