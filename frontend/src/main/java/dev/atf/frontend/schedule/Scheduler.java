package dev.atf.frontend.schedule;

import dev.atf.frontend.express.ExpressLane;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.hints.Hints;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.StoreException;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTurns;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes one task durable. First it writes the entity, which has the contents, and then the
 * association, which has the times and is the commit point. A task that is due immediately may be
 * ready to run from then on ({@link ExpressLane}).
 *
 * <p>Of any number of calls with one idempotency key, at most one is answered that it created the
 * task. It may be none, if a reply of the store was lost.
 */
@Singleton
public final class Scheduler {
  private final EntityPuts entities;
  private final TaskAssociations associations;
  private final ScheduleAdmission admission;
  private final ExpressLane express;
  private final TaskTurns turns;
  private final LambdaCache lambdas;
  private final InstantSource clock;
  private final Hints hints;
  private final UnknownOutcomes unknownOutcomes;

  @Inject
  Scheduler(
      EntityPuts entities,
      TaskAssociations associations,
      ScheduleAdmission admission,
      ExpressLane express,
      TaskTurns turns,
      LambdaCache lambdas,
      InstantSource clock,
      Hints hints,
      UnknownOutcomes unknownOutcomes) {
    this.entities = entities;
    this.associations = associations;
    this.admission = admission;
    this.express = express;
    this.turns = turns;
    this.lambdas = lambdas;
    this.clock = clock;
    this.hints = hints;
    this.unknownOutcomes = unknownOutcomes;
  }

  /**
   * @throws dev.atf.store.StoreException if the task is perhaps not durable; the same request with
   *     an idempotency key resolves it
   */
  public Scheduled schedule(ScheduleRequest request, Destination destination) {
    return write(admit(request, destination), CallEnd.current());
  }

  /** Validates the request and takes a token of its lambda's rate; writes nothing. */
  Admission admit(ScheduleRequest request, Destination destination) {
    return admission.admit(request, destination);
  }

  /**
   * Continues {@link #schedule} from here on.
   *
   * @param end no task is created after it: the deletion of a lambda relies on that
   * @throws StatusRuntimeException TIMED_OUT, which no caller sees
   */
  Scheduled write(Admission decision, CallEnd end) {
    if (decision instanceof Admission.Refused refused) {
      return new Scheduled.Refused(refused.status());
    }
    if (decision instanceof Admission.OnlyIfRepeated repeated) {
      return entities
          .accepted(repeated.key())
          .<Scheduled>map(
              stored -> new Scheduled.Done(stored.taskId(), false, stored.header().scheduledAt()))
          .orElseGet(() -> new Scheduled.Refused(repeated.otherwise()));
    }
    if (decision instanceof Admission.OnlyIfKnown known) {
      return associations.find(known.entity().taskId()).isPresent()
          ? store(known.entity(), known.lambda(), Optional.empty(), end)
          : new Scheduled.Refused(known.otherwise());
    }
    var admitted = (Admission.Admitted) decision;
    admitted.notice().ifPresent(entities::putContents);
    var lambda = admitted.lambda();
    var scheduled = storeAndPush(admitted.entity(), lambda, end);
    boolean created = scheduled instanceof Scheduled.Done done && done.created();
    if (!created) {
      admission.giveBack(lambda);
    }
    return scheduled;
  }

  /** Stores a task and hands it to be pushed, without waiting for the push. */
  private Scheduled storeAndPush(TaskEntity entity, LambdaDefinition lambda, CallEnd end) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var place = express.enter(entity.header(), lambda, now);
    try {
      return store(entity, lambda, place, end);
    } finally {
      place.ifPresent(ExpressLane.Reservation::close);
    }
  }

  private Scheduled store(
      TaskEntity entity, LambdaDefinition chosen, Optional<ExpressLane.Reservation> place, CallEnd end) {
    var before = entities.put(entity);
    var stored = before.orElse(entity);
    if (!stored.fingerprint().equals(entity.fingerprint())) {
      return new Scheduled.Refused(keyReused(entity.taskId()));
    }
    var lambda = chosen;
    if (!stored.header().lambda().equals(chosen.name())) {
      // The rules of its route chose another lambda when the task was scheduled first.
      var known = associations.find(stored.taskId());
      if (known.isPresent()) {
        return new Scheduled.Done(stored.taskId(), false, known.get().header().scheduledAt());
      }
      lambda = lambdas.requireOpen(stored.header().lambda());
    }
    entities.index(stored, lambda);
    // The task is the one that was stored first: this call's own times are those of a repetition.
    var header = stored.header().withOnFinish(entity.header().onFinish());
    if (!lambda.priorities().contains(header.priority())
        && associations.find(header.taskId()).isEmpty()) {
      return new Scheduled.Refused(priorityGone(header, lambda));
    }
    var origin = entity.header().origin();
    if (origin != null) {
      var ofKey = new OrderingKey(origin.member()).origin(header.taskId(), lambda.name());
      return storeInOrder(header.withOrigin(ofKey), lambda, before.isEmpty(), place, end);
    }
    // An association of an earlier call may exist already, made ready by that call or not.
    var ready = before.isEmpty() ? place : Optional.<ExpressLane.Reservation>empty();
    boolean created =
        ready.isPresent()
            ? createReady(ready.get(), end)
            : create(Association.scheduled(header), end);
    if (created || before.isPresent()) {
      return new Scheduled.Done(header.taskId(), created, header.scheduledAt());
    }
    // The entity was not there and the association was: it had expired, or another call was faster.
    var scheduledAt =
        associations
            .find(header.taskId())
            .map(association -> association.header().scheduledAt())
            .orElse(header.scheduledAt());
    return new Scheduled.Done(header.taskId(), false, scheduledAt);
  }

  /**
   * Stores a task with an ordering key: takes the key's turn, or a position in its order, and then
   * creates the association. A supervisor of the key may have created it before this call does, for
   * it finishes a Schedule that has died, or is slow.
   *
   * @param first whether this call put the entity
   */
  private Scheduled storeInOrder(
      TaskHeader header,
      LambdaDefinition lambda,
      boolean first,
      Optional<ExpressLane.Reservation> place,
      CallEnd end) {
    var known = associations.find(header.taskId());
    if (known.isPresent()) {
      return new Scheduled.Done(header.taskId(), false, known.get().header().scheduledAt());
    }
    boolean unused =
        switch (turns.take(header, lambda, end::isOver)) {
          case TAKEN ->
              (first && place.filter(own -> isOwn(header, own)).isPresent())
                  ? createReady(place.get(), end)
                  : create(Association.scheduled(header), end);
          case WAITS -> create(Association.waiting(header), end);
          case OVER ->
              throw RpcErrors.of(
                  ErrorReason.TIMED_OUT, "the call is over; the task may not be durable");
          case CROWDED ->
              throw RpcErrors.of(
                  ErrorReason.CHANGED_MEANWHILE,
                  "ordering key %s is wanted by too many at once; try again"
                      .formatted(Objects.requireNonNull(header.origin()).member()));
        };
    return new Scheduled.Done(header.taskId(), first, header.scheduledAt());
  }

  /**
   * Returns whether the entity is this call's; one that another try of this call has put has its
   * times, and not those of the reservation.
   */
  private static boolean isOwn(TaskHeader header, ExpressLane.Reservation place) {
    return place.task().header().equals(header);
  }

  private boolean createReady(ExpressLane.Reservation place, CallEnd end) {
    boolean created = create(place.task(), end);
    if (created || stands(place.task())) {
      place.created();
    }
    return created;
  }

  /**
   * Returns whether the association is stored as this call wrote it, though the answer to that was
   * lost.
   */
  private boolean stands(Association ready) {
    try {
      var checkAt = Objects.requireNonNull(ready.trigger()).at();
      return associations
          .find(ready.taskId())
          .filter(found -> found.isReadied(ready.ref(), checkAt))
          .isPresent();
    } catch (StoreException e) {
      // If it is stored, its alarm brings it back.
      return false;
    }
  }

  private boolean create(Association task, CallEnd end) {
    boolean mayBeOurs = false;
    for (int tried = 1; ; tried++) {
      if (end.isOver()) {
        throw RpcErrors.of(ErrorReason.TIMED_OUT, "the call is over; the task may not be durable");
      }
      try {
        // No other call draws a random id, so the stored task is what this call created.
        boolean random = task.header().keepUntil() == null;
        boolean created = associations.create(task) || (mayBeOurs && random);
        if (created) {
          hints.written(task);
        }
        return created;
      } catch (StoreOutcomeUnknownException e) {
        unknownOutcomes.count();
        mayBeOurs = true;
        if (tried == UnknownOutcomes.TRIES_MAX) {
          throw e;
        }
      }
    }
  }

  /**
   * Returns the refusal of a task left by a Schedule that was never acknowledged; nobody would look
   * at the task there.
   */
  private static com.google.rpc.Status priorityGone(TaskHeader header, LambdaDefinition lambda) {
    var violations = new Violations();
    violations.add(
        ErrorReason.PRIORITY_UNKNOWN,
        "priority",
        header.priority() + ", of this key's first request",
        "one of " + ScheduleValidation.names(lambda));
    return violations.status();
  }

  private static com.google.rpc.Status keyReused(TaskId taskId) {
    return RpcErrors.status(
        ErrorReason.IDEMPOTENCY_KEY_REUSED,
        "the idempotency key belongs to task %s, which was scheduled by another request"
            .formatted(taskId),
        List.of());
  }
}
