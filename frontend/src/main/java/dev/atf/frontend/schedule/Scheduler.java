package dev.atf.frontend.schedule;

import com.google.rpc.Status;
import dev.atf.frontend.express.ExpressLane;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.notice.OnFinishValidation;
import dev.atf.frontend.notice.OnFinishValidation.Asking;
import dev.atf.frontend.resource.ResourceStore;
import dev.atf.frontend.route.RequestFacts;
import dev.atf.frontend.route.RouteCache;
import dev.atf.frontend.schedule.ScheduleValidation.Target;
import dev.atf.hints.Hints;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.route.Route;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTurns;
import dev.atf.store.search.SearchTerm;
import dev.atf.store.search.TaskSearch;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Makes one task durable. It finds the lambda by its name or by a route, checks the request, and
 * takes a token of each rate and quota ({@link ScheduleQuota}). Then it writes the entity, which
 * has the contents, and after that the association, which has the times and is the commit point. If
 * the task is due immediately, the association may already be ready to run, and this process pushes
 * the task ({@link ExpressLane}).
 *
 * <p>If the process dies before it writes the association, there is no task. The entity is used by
 * a repetition with the same idempotency key; otherwise it expires. If the process dies later, the
 * task is durable although its caller got no answer. A store consumer finds it in its list, or
 * pushes it when its alarm rings.
 *
 * <p>Of all calls with one idempotency key, at most one is answered with {@code created}. If a
 * reply of the store was lost, there may be none.
 */
@Singleton
public final class Scheduler {
  /**
   * Maximum number of tries of a write. Every write here is safe to repeat, and a store that loses
   * three replies is down.
   */
  private static final int TRIES_MAX = 3;

  private final LambdaCache lambdas;
  private final RouteCache routes;
  private final OnFinishValidation notices;
  private final ResourceStore resources;
  private final ScheduleQuota quota;
  private final TaskEntities entities;
  private final TaskAssociations associations;
  private final TaskSearch search;
  private final TaskTurns turns;
  private final ExpressLane express;
  private final Hints hints;
  private final ScheduleSpans spans;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Counter unknownOutcomes;

  @Inject
  Scheduler(
      LambdaCache lambdas,
      RouteCache routes,
      OnFinishValidation notices,
      ResourceStore resources,
      ScheduleQuota quota,
      TaskEntities entities,
      TaskAssociations associations,
      TaskSearch search,
      TaskTurns turns,
      ExpressLane express,
      Hints hints,
      ScheduleSpans spans,
      InstantSource clock,
      RandomGenerator random,
      MeterRegistry metrics) {
    this.lambdas = lambdas;
    this.routes = routes;
    this.notices = notices;
    this.resources = resources;
    this.quota = quota;
    this.entities = entities;
    this.associations = associations;
    this.search = search;
    this.turns = turns;
    this.express = express;
    this.hints = hints;
    this.spans = spans;
    this.clock = clock;
    this.random = random;
    this.unknownOutcomes =
        Counter.builder("atf.frontend.store.unknown.outcomes")
            .description("writes of Schedule whose answer was lost and that were repeated")
            .register(metrics);
  }

  /**
   * Lambda or route under whose name tasks are scheduled. Idempotency keys belong to the name, for
   * any choice of a route.
   *
   * @param target returns the lambda of a request; throws LAMBDA_NOT_FOUND or LAMBDA_CLOSING if a
   *     route chooses a lambda that accepts no tasks. It reads only definitions
   */
  record Destination(LambdaName name, BiFunction<ScheduleRequest, Instant, Target> target) {
    static Destination of(LambdaDefinition lambda) {
      var target = new Target(lambda, lambda.name(), null);
      return new Destination(lambda.name(), (request, now) -> target);
    }
  }

  /** Request after its checks. */
  sealed interface Admission {}

  /**
   * Task that may be written.
   *
   * @param notice contents of the notice that the task requests
   * @param quotaExceeded refusal because no token was left, which does not apply to the repetition
   *     of a stored task; empty if a token was taken
   */
  record Admitted(
      TaskEntity entity,
      LambdaDefinition lambda,
      Optional<TaskEntity> notice,
      Optional<Status> quotaExceeded)
      implements Admission {}

  /**
   * Request that is refused. If it has an idempotency key and repeats a request that was accepted
   * earlier under other settings, it gets the answer of that request.
   */
  record Refused(Status status, Optional<ScheduleValidation.Key> key) implements Admission {}

  /**
   * Schedules a task of the lambda, or of the route, that the request names.
   *
   * @throws StatusRuntimeException if the task is refused
   * @throws StoreException if the task may or may not be durable; repeating the request with the
   *     same idempotency key resolves this
   */
  public ScheduleResponse schedule(ScheduleRequest request) {
    return schedule(request, find(new LambdaName(request.getLambda())));
  }

  /** Schedules a task of this lambda, as {@link #schedule(ScheduleRequest)} does. */
  public ScheduleResponse schedule(ScheduleRequest request, LambdaDefinition lambda) {
    return schedule(request, Destination.of(lambda));
  }

  private ScheduleResponse schedule(ScheduleRequest request, Destination destination) {
    return spans.one(
        destination.name(), () -> response(write(admit(request, destination), CallEnd.current())));
  }

  private static ScheduleResponse response(ScheduleBatchResult result) {
    if (result.hasError()) {
      throw StatusProto.toStatusRuntimeException(result.getError());
    }
    return ScheduleResponse.newBuilder()
        .setTaskId(result.getTaskId())
        .setCreated(result.getCreated())
        .setScheduledAt(result.getScheduledAt())
        .build();
  }

  /**
   * Finds the destination of a name. Reads nothing if the lambda, or the route, was used recently.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, LAMBDA_CLOSING
   */
  Destination find(LambdaName name) {
    if (!routes.isKnown(name) && lambdas.find(name).isPresent()) {
      return Destination.of(lambdas.requireOpen(name));
    }
    return routes
        .find(name)
        .map(this::routed)
        .orElseGet(() -> Destination.of(lambdas.requireOpen(name)));
  }

  private Destination routed(Route route) {
    return new Destination(
        route.name(),
        (request, now) -> {
          var choice = route.choose(RequestFacts.ofCaller(request, now));
          return new Target(lambdas.requireOpen(choice.lambda()), route.name(), choice);
        });
  }

  /**
   * Checks a request and takes a token of its lambda's rate. Extends the time for which the files
   * of the request are kept, and writes nothing else.
   */
  Admission admit(ScheduleRequest request, Destination destination) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Target target;
    try {
      target = destination.target().apply(request, now);
    } catch (StatusRuntimeException e) {
      return refused(request, destination, StatusProto.fromThrowable(e));
    }
    var violations = new Violations();
    var valid = ScheduleValidation.task(request, target, TaskId.random(random), now, violations);
    if (valid.isEmpty()) {
      return refused(request, destination, violations.status());
    }
    var asking =
        request.hasOnFinish()
            ? notices.read(request, valid.get(), violations)
            : Optional.<Asking>empty();
    var entity = asking.map(Asking::entity).orElse(valid.get());
    if (violations.isEmpty()) {
      entity = resources.keep(entity, violations);
    }
    if (!violations.isEmpty()) {
      return refused(request, destination, violations.status());
    }
    var labelled = ScheduleSpans.labelled(entity);
    var quotaExceeded = quota.take(target.lambda());
    if (quotaExceeded.isPresent() && !request.hasIdempotencyKey()) {
      return new Refused(quotaExceeded.get(), Optional.empty());
    }
    return new Admitted(labelled, target.lambda(), asking.map(Asking::contents), quotaExceeded);
  }

  private static Refused refused(ScheduleRequest request, Destination destination, Status status) {
    return new Refused(status, ScheduleValidation.key(request, destination.name()));
  }

  /**
   * Writes an admitted task, or answers a repetition.
   *
   * @param end time after which no task is created; the deletion of a lambda relies on this
   * @return the result, or the refusal, as a batch reports it
   * @throws StatusRuntimeException TIMED_OUT after {@code end}, when nobody waits for the answer
   */
  ScheduleBatchResult write(Admission admission, CallEnd end) {
    if (admission instanceof Refused refused) {
      return refused
          .key()
          .flatMap(this::accepted)
          .map(stored -> done(stored.header(), false, stored.header().scheduledAt()))
          .orElseGet(() -> refusal(refused.status()));
    }
    var admitted = (Admitted) admission;
    if (admitted.quotaExceeded().isPresent()) {
      // The repetition of a stored task needs no token.
      return associations.find(admitted.entity().taskId()).isPresent()
          ? store(admitted, Optional.empty(), end)
          : refusal(admitted.quotaExceeded().get());
    }
    // An earlier try may already have written the same contents.
    admitted
        .notice()
        .ifPresent(
            contents -> {
              var unused = repeat(() -> entities.putIfAbsent(contents));
            });
    var result = storeAndPush(admitted, end);
    if (!result.getCreated()) {
      quota.refund(admitted.lambda());
    }
    return result;
  }

  /** Returns the entity of an accepted request; empty if there is none. */
  private Optional<TaskEntity> accepted(ScheduleValidation.Key key) {
    return entities
        .findEntity(key.taskId())
        .filter(entity -> entity.fingerprint().equals(key.fingerprint()))
        .filter(entity -> associations.find(key.taskId()).isPresent());
  }

  /**
   * Stores a task. If it was stored as ready to run, the end of its reservation queues it for its
   * push. This method does not wait for the push.
   */
  private ScheduleBatchResult storeAndPush(Admitted admitted, CallEnd end) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var reservation = express.enter(admitted.entity().header(), admitted.lambda(), now);
    try {
      return store(admitted, reservation, end);
    } finally {
      reservation.ifPresent(ExpressLane.Reservation::close);
    }
  }

  /** Puts the entity and creates the association. */
  private ScheduleBatchResult store(
      Admitted admitted, Optional<ExpressLane.Reservation> reservation, CallEnd end) {
    var entity = admitted.entity();
    var lambda = admitted.lambda();
    var before = put(entity);
    var stored = before.orElse(entity);
    if (!stored.fingerprint().equals(entity.fingerprint())) {
      return refusal(keyReused(entity.taskId()));
    }
    if (!stored.header().lambda().equals(lambda.name())) {
      // The rules of the route chose another lambda when the task was first scheduled.
      var known = associations.find(stored.taskId());
      if (known.isPresent()) {
        return done(stored.header(), false, known.get().header().scheduledAt());
      }
      lambda = lambdas.requireOpen(stored.header().lambda());
    }
    index(stored, lambda);
    // The task that was stored first counts; the times of this call are those of a repetition.
    var header = stored.header().withOnFinish(entity.header().onFinish());
    if (!lambda.priorities().contains(header.priority())
        && associations.find(header.taskId()).isEmpty()) {
      return refusal(priorityGone(header, lambda));
    }
    var origin = entity.header().origin();
    if (origin != null) {
      var ofKey = new OrderingKey(origin.member()).origin(header.taskId(), lambda.name());
      return storeInOrder(header.withOrigin(ofKey), lambda, before.isEmpty(), reservation, end);
    }
    // If an earlier call put the entity, it may have created the association, ready to run or not.
    boolean created =
        (before.isEmpty() && reservation.isPresent())
            ? createReady(reservation.get(), end)
            : create(Association.scheduled(header), end);
    if (created || before.isPresent()) {
      return done(header, created, header.scheduledAt());
    }
    // The entity was missing and the association existed: the entity had expired, or another call
    // was faster.
    var scheduledAt =
        associations
            .find(header.taskId())
            .map(association -> association.header().scheduledAt())
            .orElse(header.scheduledAt());
    return done(header, false, scheduledAt);
  }

  /**
   * Puts an entity, and replaces an abandoned one if necessary.
   *
   * @return the other entity that is stored instead, if any
   */
  private Optional<TaskEntity> put(TaskEntity entity) {
    var before = repeat(() -> entities.putIfAbsent(entity));
    if (before.isEmpty() || !isAbandoned(before.get(), entity.fingerprint(), clock.instant())) {
      return before;
    }
    return repeat(() -> entities.replace(before.get(), entity))
        // A try whose answer was lost has put it.
        .filter(there -> !there.equals(entity));
  }

  /**
   * Returns whether an entity may be replaced, because it belongs to no task and can no longer
   * become one. It has no association, and one of the following holds:
   *
   * <ul>
   *   <li>It has expired. An association outlives its entity (ADR 0004), so the task, if there was
   *       one, has ended.
   *   <li>Its lambda is gone. No call that puts a task outlives the task's lambda (ADR 0043).
   *   <li>Its deadline has passed, and this is the same request. Another request must not replace
   *       it, because the first call may still be in progress.
   * </ul>
   */
  private boolean isAbandoned(TaskEntity found, String fingerprint, Instant now) {
    boolean late =
        found.fingerprint().equals(fingerprint) && !found.header().deadline().isAfter(now);
    return (late || !found.expiresAt().isAfter(now) || isOfNoLambda(found))
        && associations.find(found.taskId()).isEmpty();
  }

  private boolean isOfNoLambda(TaskEntity found) {
    return lambdas.find(found.header().lambda()).isEmpty();
  }

  /** Writes the entries of the search index that find the entity. */
  private void index(TaskEntity entity, LambdaDefinition lambda) {
    var terms = search.isCheap() ? all(entity) : SearchTerm.of(entity, lambda.indexedLabels());
    if (!terms.isEmpty()) {
      repeat(
          () -> {
            search.add(entity, terms);
            return entity;
          });
    }
  }

  /** Returns all terms except the trace, which no other task has. */
  private static List<SearchTerm> all(TaskEntity entity) {
    var terms = SearchTerm.of(entity);
    var trace = entity.labels().get(ScheduleSpans.LABEL);
    if (trace == null) {
      return terms;
    }
    var ofTrace = SearchTerm.label(ScheduleSpans.LABEL, trace);
    return terms.stream().filter(term -> !term.equals(ofTrace)).toList();
  }

  /**
   * Stores a task with an ordering key: takes the key's turn, or a position in its order, and then
   * creates the association. A supervisor of the key may have created it before this call does,
   * because it completes a Schedule that has died or is slow.
   *
   * @param first whether this call put the entity
   */
  private ScheduleBatchResult storeInOrder(
      TaskHeader header,
      LambdaDefinition lambda,
      boolean first,
      Optional<ExpressLane.Reservation> reservation,
      CallEnd end) {
    var known = associations.find(header.taskId());
    if (known.isPresent()) {
      return done(header, false, known.get().header().scheduledAt());
    }
    boolean unused =
        switch (turns.take(header, lambda, end::isOver)) {
          case TAKEN ->
              (first && reservation.filter(own -> isOwn(header, own)).isPresent())
                  ? createReady(reservation.get(), end)
                  : create(Association.scheduled(header), end);
          case WAITS -> create(Association.waiting(header), end);
          case OVER -> throw callOver();
          case CROWDED ->
              throw RpcErrors.of(
                  ErrorReason.CHANGED_MEANWHILE,
                  "too many calls use ordering key %s at the same time; try again"
                      .formatted(Objects.requireNonNull(header.origin()).member()));
        };
    return done(header, first, header.scheduledAt());
  }

  /**
   * Returns whether this try has put the entity. An entity of another try has the times of that
   * try, which differ from those of the reservation.
   */
  private static boolean isOwn(TaskHeader header, ExpressLane.Reservation reservation) {
    return reservation.task().header().equals(header);
  }

  private boolean createReady(ExpressLane.Reservation reservation, CallEnd end) {
    boolean created = create(reservation.task(), end);
    if (created || isStored(reservation.task())) {
      reservation.created();
    }
    return created;
  }

  /**
   * Returns whether the association is stored as this call wrote it. It is called after a lost
   * answer.
   */
  private boolean isStored(Association ready) {
    try {
      var checkAt = Objects.requireNonNull(ready.trigger()).at();
      return associations
          .find(ready.taskId())
          .filter(found -> found.isReadied(ready.ref(), checkAt))
          .isPresent();
    } catch (StoreException e) {
      // If the association is stored, its alarm brings the task back.
      return false;
    }
  }

  /** Creates the association, which makes the task durable. */
  private boolean create(Association task, CallEnd end) {
    boolean mayBeOurs = false;
    for (int tried = 1; ; tried++) {
      if (end.isOver()) {
        throw callOver();
      }
      try {
        // A task without a key has a random id. If it is stored, this call has created it.
        boolean hasRandomId = task.header().keepUntil() == null;
        boolean created = associations.create(task) || (mayBeOurs && hasRandomId);
        if (created) {
          hints.written(task);
        }
        return created;
      } catch (StoreOutcomeUnknownException e) {
        unknownOutcomes.increment();
        mayBeOurs = true;
        if (tried == TRIES_MAX) {
          throw e;
        }
      }
    }
  }

  /**
   * Retries a write until its outcome is known.
   *
   * @throws StoreOutcomeUnknownException after {@value #TRIES_MAX} tries
   */
  private <T> T repeat(Supplier<T> write) {
    for (int tried = 1; ; tried++) {
      try {
        return write.get();
      } catch (StoreOutcomeUnknownException e) {
        unknownOutcomes.increment();
        if (tried == TRIES_MAX) {
          throw e;
        }
      }
    }
  }

  /**
   * Returns the answer for a task.
   *
   * @param created whether this call created the task; false if its key was used before
   */
  private static ScheduleBatchResult done(TaskHeader task, boolean created, Instant scheduledAt) {
    return ScheduleBatchResult.newBuilder()
        .setTaskId(task.taskId().value())
        .setCreated(created)
        .setScheduledAt(ProtoTimes.proto(scheduledAt))
        .build();
  }

  private static ScheduleBatchResult refusal(Status status) {
    return ScheduleBatchResult.newBuilder().setError(status).build();
  }

  private static StatusRuntimeException callOver() {
    return RpcErrors.of(
        ErrorReason.TIMED_OUT, "the deadline of the call has passed; the task may not be durable");
  }

  /**
   * Returns the refusal of a task that an unacknowledged Schedule left, and whose priority has been
   * removed, so that its lists are no longer read.
   */
  private static Status priorityGone(TaskHeader header, LambdaDefinition lambda) {
    var violations = new Violations();
    violations.add(
        ErrorReason.PRIORITY_UNKNOWN,
        "priority",
        header.priority() + ", of this key's first request",
        "one of " + ScheduleRules.names(lambda));
    return violations.status();
  }

  private static Status keyReused(TaskId taskId) {
    return RpcErrors.status(
        ErrorReason.IDEMPOTENCY_KEY_REUSED,
        "the idempotency key belongs to task %s, which was scheduled by another request"
            .formatted(taskId),
        List.of());
  }
}
