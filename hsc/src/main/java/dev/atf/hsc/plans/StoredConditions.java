package dev.atf.hsc.plans;

import dev.atf.hints.Hints;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.condition.BlockRequest;
import dev.atf.hsc.condition.Conditions;
import dev.atf.hsc.lambda.EffectiveLambda;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.check.Limits;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.condition.Blocking;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.StoreException;
import dev.atf.store.TransitionResult;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Conditions as plans (ADR 0088): a row for each condition, and a part for each waiting task. */
@Singleton
final class StoredConditions implements Conditions {
  private static final Logger log = LoggerFactory.getLogger(StoredConditions.class);

  /**
   * Maximum number of tries to close a condition. If several HSCs close it at the same time, one of
   * them succeeds in each round.
   */
  private static final int TRIES_MAX = 32;

  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  /**
   * Time for which contents are kept. It is longer than a task can be scheduled ahead, and
   * therefore longer than a task can wait.
   */
  private static final Duration CONTENTS_KEPT = Limits.SCHEDULE_AHEAD_MAX.multipliedBy(2);

  private final Plans plans;
  private final Lambdas lambdas;
  private final RetryingWrites writes;
  private final Hints hints;

  private final LogLimit unreadable;

  /** Conditions that hold their lambdas, as far as this process knows. */
  private final Map<LambdaName, Set<PlanId>> holding = new ConcurrentHashMap<>();

  @Inject
  StoredConditions(
      Plans plans, Lambdas lambdas, RetryingWrites writes, Hints hints, MonotonicClock clock) {
    this.plans = plans;
    this.lambdas = lambdas;
    this.writes = writes;
    this.hints = hints;
    this.unreadable = new LogLimit(clock, LOG_EVERY);
  }

  @Override
  public Entry join(
      Association task, BlockRequest asked, Predicate<LambdaName> mayBeScheduled, Instant now) {
    var tester =
        mayBeScheduled.test(asked.tester())
            ? lambdas.find(asked.tester()).map(EffectiveLambda::definition)
            : Optional.<LambdaDefinition>empty();
    if (tester.isEmpty() || tester.get().closedAt() != null) {
      return new Entry.Refused(
          FrameworkFailure.CONDITION_REFUSED.because(
              "the tester of %s: %s (expected: a lambda that is there, and that its caller may schedule)"
                  .formatted(asked.condition(), asked.tester())));
    }
    var lambda = lambdas.effectiveForRunning(task.header().lambda(), now).definition();
    var id = ConditionRow.id(lambda.name(), asked.condition());
    var wish =
        new Blocking.Wish(asked.condition(), asked.tester(), asked.holdsLambda(), asked.reason());
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      Optional<ConditionRow> found;
      try {
        found = ConditionCodec.find(plans, id);
      } catch (UnreadablePlanException e) {
        log.error("taskId={} cannot wait: {}", task.taskId(), e.getMessage());
        return new Entry.Refused(
            FrameworkFailure.CONDITION_REFUSED.because(String.valueOf(e.getMessage())));
      }
      var step = Blocking.of(wish, task, lambda, found, now);
      if (step instanceof Blocking.Retry) {
        return new Entry.Cleared();
      }
      if (step instanceof Blocking.Join) {
        join(id, task.header(), found.filter(row -> row.state().holdsLambda()).isPresent());
        return new Entry.Joined();
      }
      close(((Blocking.Close) step).row(), asked, tester.get(), now);
    }
    return new Entry.Refused(
        FrameworkFailure.CONDITION_REFUSED.because(
            "too many attempts close %s at once".formatted(asked.condition())));
  }

  private void join(PlanId id, TaskHeader task, boolean holds) {
    if (holds) {
      holding.computeIfAbsent(task.lambda(), lambda -> ConcurrentHashMap.newKeySet()).add(id);
    }
    boolean unused = writes.retryUntilKnown(() -> plans.putPart(ConditionRow.part(id, task)));
  }

  /**
   * Closes the condition, unless another process has just closed it. The contents of its testers
   * are written first.
   */
  private void close(ConditionRow row, BlockRequest asked, LambdaDefinition tester, Instant now) {
    var contents = row.state().tester().contents();
    var header =
        new TaskHeader(
            contents,
            tester.name(),
            tester.defaultPriority(),
            null,
            contents.shard(tester.shards()),
            now,
            now,
            now.plus(tester.maxLifetime()),
            null);
    var unused =
        writes.putEntity(
            new TaskEntity(header, asked.payload(), Map.of(), "", now.plus(CONTENTS_KEPT)));
    var closed = ConditionCodec.write(row);
    var result = writes.retryUntilKnown(() -> plans.put(closed));
    if (result.isStored(closed)) {
      hints.written(closed);
      log.info(
          "condition={} of lambda={} is closed: {}",
          row.name(),
          row.plan().lambda(),
          asked.reason());
    }
  }

  @Override
  public void joined(Association task, Instant now) {
    var block = task.block();
    if (block == null) {
      return;
    }
    var id = ConditionRow.id(task.header().lambda(), block.condition());
    try {
      var row = ConditionCodec.find(plans, id);
      if (row.filter(it -> it.state().phase() != ConditionPhase.CLEAR).isPresent()) {
        return;
      }
      if (row.filter(it -> !it.rests()).isPresent()) {
        // It may have passed over the task before that was blocked.
        join(id, task.header(), false);
        row = ConditionCodec.find(plans, id);
      }
      if (row.isEmpty() || row.get().rests()) {
        var result =
            writes.apply(BlockTransitions.unblock(task, now, block.condition() + " has cleared"));
        if (result instanceof TransitionResult.Applied applied) {
          hints.written(applied.after());
        }
      }
    } catch (StoreException | UnreadablePlanException e) {
      log.warn("taskId={} is left to its alarm: {}", task.taskId(), e.getMessage());
    }
  }

  @Override
  public Optional<Hold> holding(TaskHeader task, TaskRef ref) {
    if (PlanKind.CONDITION.isKindOf(task.origin())) {
      // A tester is waited for, by its own lambda, too.
      return Optional.empty();
    }
    for (var id : holding.getOrDefault(task.lambda(), Set.of())) {
      Optional<ConditionRow> row;
      try {
        row = ConditionCodec.find(plans, id);
      } catch (UnreadablePlanException e) {
        // Otherwise one row would stop all tasks of the lambda. Its tasks find out by an attempt.
        unreadable.log(
            left ->
                log.error(
                    "a condition does not hold its lambda: {}; {} more such lines left out",
                    e.getMessage(),
                    left));
        continue;
      }
      if (row.isEmpty() || row.get().rests()) {
        forget(task.lambda(), id);
      } else if (row.get().holdsBack(ref)) {
        boolean releasing = row.get().state().phase() == ConditionPhase.CLEAR;
        return Optional.of(new Hold(row.get().name(), releasing));
      }
    }
    return Optional.empty();
  }

  @Override
  public void join(TaskHeader task, ConditionName condition) {
    join(ConditionRow.id(task.lambda(), condition), task, false);
  }

  private void forget(LambdaName lambda, PlanId id) {
    holding.computeIfPresent(
        lambda,
        (name, ids) -> {
          ids.remove(id);
          return ids.isEmpty() ? null : ids;
        });
  }
}
