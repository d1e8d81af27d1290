package dev.atf.frontend.plans.periodic;

import dev.atf.frontend.plans.PlanCapacity;
import dev.atf.frontend.plans.PlanRows;
import dev.atf.hints.Hints;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.periodic.PeriodicDecision;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.StoreException;
import dev.atf.store.TaskEntities;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.StoredPeriodic;
import dev.atf.store.plans.UnreadablePlanException;
import dev.atf.validation.ScheduleRules;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates, changes and deletes periodic tasks: first the contents of their tasks, and then the row
 * as the commit point. If a supervisor writes the same row first, the call tries again. The answer
 * is created before the row is written, so that no call fails after its write.
 */
final class PeriodicTasks {
  private static final Logger log = LoggerFactory.getLogger(PeriodicTasks.class);

  /**
   * Maximum number of tries of a deletion. A supervisor writes the row once or twice for each fire.
   */
  private static final int TRIES_MAX = 5;

  /** Row and its parsed content. */
  record Found(Plan plan, StoredPeriodic stored) {
    PeriodicTask task() {
      return stored.task();
    }

    PeriodicState state() {
      return stored.state();
    }
  }

  private final Plans plans;
  private final PlanRows rows;
  private final TaskEntities entities;
  private final PlanCapacity room;
  private final Hints hints;

  @Inject
  PeriodicTasks(Plans plans, PlanRows rows, TaskEntities entities, PlanCapacity room, Hints hints) {
    this.plans = plans;
    this.rows = rows;
    this.entities = entities;
    this.room = room;
    this.hints = hints;
  }

  /**
   * Returns a periodic task.
   *
   * @throws StatusRuntimeException PERIODIC_NOT_FOUND
   * @throws UnreadablePlanException if this process cannot interpret it
   */
  Found require(LambdaName lambda, PeriodicName name) {
    return found(requireRow(lambda, name));
  }

  /**
   * Returns the row of a periodic task, which this process may not be able to interpret.
   *
   * @throws StatusRuntimeException PERIODIC_NOT_FOUND
   */
  Plan requireRow(LambdaName lambda, PeriodicName name) {
    return findRow(lambda, name).orElseThrow(() -> notFound(lambda, name));
  }

  Optional<Plan> findRow(LambdaName lambda, PeriodicName name) {
    return plans.find(PeriodicTask.planId(lambda, name));
  }

  private static StatusRuntimeException notFound(LambdaName lambda, PeriodicName name) {
    return RpcErrors.of(
        ErrorReason.PERIODIC_NOT_FOUND,
        "lambda %s has no periodic task %s".formatted(lambda, name));
  }

  /**
   * Creates a periodic task. Two equal requests both succeed.
   *
   * @throws StatusRuntimeException PERIODIC_EXISTS if its name has another definition;
   *     PERIODIC_TOO_MANY
   */
  dev.atf.protocol.v1.PeriodicTask create(
      PeriodicValidation.Definition wanted, LambdaDefinition lambda, Instant now) {
    var task = wanted.task();
    var before = plans.find(task.planId());
    if (before.isPresent()) {
      return same(before.get(), wanted, now);
    }
    room.requireForPeriodic(lambda);
    return insert(wanted, lambda, now);
  }

  /**
   * Creates a periodic task, or replaces its definition.
   *
   * @throws StatusRuntimeException CHANGED_MEANWHILE; PERIODIC_EXISTS if another one was created at
   *     the same time
   */
  void put(PeriodicValidation.Definition wanted, LambdaDefinition lambda, Instant now) {
    var there = findRow(wanted.task().lambda(), wanted.task().name()).map(PeriodicTasks::found);
    if (there.isEmpty()) {
      var unused = insert(wanted, lambda, now);
    } else if (!isSame(there.get(), wanted)) {
      var unused = update(wanted, 0, lambda, now);
    }
  }

  private dev.atf.protocol.v1.PeriodicTask insert(
      PeriodicValidation.Definition wanted, LambdaDefinition lambda, Instant now) {
    var task = wanted.task();
    var fresh =
        Plan.fresh(
            task.planId(),
            PlanKind.PERIODIC,
            task.lambda(),
            task.name().value(),
            lambda.shards(),
            now);
    var stored = new StoredPeriodic(task, PeriodicState.from(now));
    var plan = stored.first(fresh, alarm(stored, now));
    var answer = PeriodicView.brief(new Found(plan, stored), now);
    entities.putIfAbsent(wanted.contents());
    if (plans.put(plan) instanceof PlanResult.Refused refused) {
      var winner = refused.found().orElseThrow(() -> changed(task.name()));
      if (!found(winner).task().contents().equals(task.contents())) {
        forget(wanted.contents().taskId(), now.plus(task.lifetime()));
      }
      return same(winner, wanted, now);
    }
    hints.written(plan);
    log.info("lambda={} periodic={} created", task.lambda(), task.name());
    return answer;
  }

  private dev.atf.protocol.v1.PeriodicTask same(
      Plan plan, PeriodicValidation.Definition wanted, Instant now) {
    var found = found(plan);
    if (!isSame(found, wanted)) {
      throw RpcErrors.of(
          ErrorReason.PERIODIC_EXISTS,
          "lambda %s has a periodic task %s with another definition; Update replaces it"
              .formatted(wanted.task().lambda(), wanted.task().name()));
    }
    return PeriodicView.brief(found, now);
  }

  private boolean isSame(Found found, PeriodicValidation.Definition wanted) {
    var there = found.task();
    var same = wanted.task().with().contents(there.contents()).revision(there.revision()).build();
    return there.equals(same) && sameContents(found, wanted);
  }

  private boolean sameContents(Found found, PeriodicValidation.Definition wanted) {
    return entities
        .findEntity(found.task().contents())
        .filter(there -> there.fingerprint().equals(wanted.contents().fingerprint()))
        .isPresent();
  }

  /**
   * Replaces the definition of a periodic task.
   *
   * @param expectedRevision revision that must be stored; 0 for any
   * @throws StatusRuntimeException PERIODIC_NOT_FOUND; CHANGED_MEANWHILE, also for another revision
   */
  dev.atf.protocol.v1.PeriodicTask update(
      PeriodicValidation.Definition wanted,
      long expectedRevision,
      LambdaDefinition lambda,
      Instant now) {
    var seen = require(wanted.task().lambda(), wanted.task().name());
    boolean sameContents = sameContents(seen, wanted);
    if (!sameContents) {
      entities.putIfAbsent(wanted.contents());
    }
    var keptContents = sameContents ? seen.task().contents() : wanted.task().contents();
    var changed =
        change(
            seen.plan(),
            now,
            there -> {
              if (!there.task().contents().equals(seen.task().contents())) {
                throw changed(wanted.task().name());
              }
              if (expectedRevision != 0 && there.task().revision() != expectedRevision) {
                throw RpcErrors.of(
                    ErrorReason.CHANGED_MEANWHILE,
                    "periodic task %s is at revision %d (expected: %d)"
                        .formatted(
                            wanted.task().name(), there.task().revision(), expectedRevision));
              }
              return replaced(there, wanted.task(), keptContents, now);
            });
    if (!sameContents) {
      forget(seen.task().contents(), after(now, seen.task().lifetime(), lambda));
    }
    return changed;
  }

  private static StoredPeriodic replaced(
      StoredPeriodic there, PeriodicTask wanted, TaskId contents, Instant now) {
    var task = wanted.with().contents(contents).revision(there.task().revision() + 1).build();
    var state =
        task.schedule().equals(there.task().schedule())
            ? there.state()
            : there.state().reschedule(there.task().fireTimes(), task.fireTimes(), now);
    return new StoredPeriodic(task, state);
  }

  /** Pauses a periodic task, even one that this process cannot interpret. */
  dev.atf.protocol.v1.PeriodicTask pause(LambdaName lambda, PeriodicName name, Instant now) {
    return rows.change(
        requireRow(lambda, name),
        row -> {
          try {
            return next(row, now, PeriodicTasks::paused);
          } catch (UnreadablePlanException e) {
            var paused = StoredPeriodic.pausedUnread(row);
            return new PlanRows.Next<>(paused, PeriodicView.brief(paused, now));
          }
        },
        busy(name.value()));
  }

  private static StoredPeriodic paused(StoredPeriodic there) {
    return there.state().paused() ? there : new StoredPeriodic(there.task(), there.state().pause());
  }

  dev.atf.protocol.v1.PeriodicTask resume(LambdaName lambda, PeriodicName name, Instant now) {
    return change(
        requireRow(lambda, name),
        now,
        there ->
            there.state().paused()
                ? new StoredPeriodic(
                    there.task(), there.state().resume(there.task().fireTimes(), now))
                : there);
  }

  /**
   * Deletes a periodic task.
   *
   * @throws StatusRuntimeException PERIODIC_NOT_FOUND, also if it was deleted before
   */
  void delete(LambdaName lambda, PeriodicName name, LambdaDefinition definition, Instant now) {
    if (deleteIfPresent(lambda, name, definition, now).isEmpty()) {
      throw notFound(lambda, name);
    }
  }

  /**
   * Deletes a periodic task, even one that this process cannot interpret.
   *
   * @return the deleted row; empty if there was none
   */
  Optional<Plan> deleteIfPresent(
      LambdaName lambda, PeriodicName name, LambdaDefinition definition, Instant now) {
    for (int tried = 1; tried <= TRIES_MAX; tried++) {
      var row = findRow(lambda, name);
      if (row.isEmpty()) {
        return row;
      }
      if (plans.delete(row.get())) {
        var lifetime =
            StoredPeriodic.ifReadable(row.get())
                .map(stored -> stored.task().lifetime())
                .orElse(definition.maxLifetime());
        StoredPeriodic.contentsId(row.get())
            .ifPresent(contents -> forget(contents, after(now, lifetime, definition)));
        log.info("lambda={} periodic={} deleted", lambda, name);
        return row;
      }
    }
    throw changed(name);
  }

  private dev.atf.protocol.v1.PeriodicTask change(
      Plan read, Instant now, UnaryOperator<StoredPeriodic> change) {
    return rows.change(read, row -> next(row, now, change), busy(read.name()));
  }

  /** Returns the next version of a row; the same version if the change leaves it as it is. */
  private static PlanRows.Next<dev.atf.protocol.v1.PeriodicTask> next(
      Plan row, Instant now, UnaryOperator<StoredPeriodic> change) {
    var seen = StoredPeriodic.of(row);
    var wanted = change.apply(seen);
    var next = wanted.equals(seen) ? row : wanted.next(row, alarm(wanted, now));
    return new PlanRows.Next<>(next, PeriodicView.brief(new Found(next, wanted), now));
  }

  private static @Nullable Instant alarm(StoredPeriodic stored, Instant now) {
    return PeriodicDecision.alarm(stored.task(), stored.state(), PeriodicDecision.LEAD, now);
  }

  /**
   * Lets contents expire at a time from which nothing refers to them. What remains after a failure
   * is small.
   */
  private void forget(TaskId contents, Instant at) {
    try {
      entities.setExpiry(contents, at);
    } catch (StoreException e) {
      log.warn("contents={} are left behind", contents, e);
    }
  }

  /** Returns the time after which no task that was created until now can be read any more. */
  private static Instant after(Instant now, Duration lifetime, LambdaDefinition lambda) {
    boolean longer = lifetime.compareTo(lambda.maxLifetime()) > 0;
    return now.plus(PeriodicDecision.GRACE)
        .plus(longer ? lifetime : lambda.maxLifetime())
        .plus(lambda.retention())
        .plus(ScheduleRules.KEPT_BEYOND_ENTITY);
  }

  /**
   * Parses a row.
   *
   * @throws UnreadablePlanException if this process cannot interpret it
   */
  static Found found(Plan plan) {
    return new Found(plan, StoredPeriodic.of(plan));
  }

  private static StatusRuntimeException changed(PeriodicName name) {
    return RpcErrors.of(ErrorReason.CHANGED_MEANWHILE, busy(name.value()));
  }

  private static String busy(String name) {
    return "periodic task %s is being changed by others; try again".formatted(name);
  }

  /** Returns the contents of the tasks of a periodic task. */
  Optional<TaskEntity> contents(Plan row) {
    return StoredPeriodic.contentsId(row).flatMap(entities::findEntity);
  }
}
