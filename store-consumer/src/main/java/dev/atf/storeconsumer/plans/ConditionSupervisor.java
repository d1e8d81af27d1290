package dev.atf.storeconsumer.plans;

import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.rate.Ramp;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.condition.ConditionDecision;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tests closed conditions, and releases the tasks of cleared conditions on a ramp (ADR 0088). The
 * row is written before anything is released, so that only one of several consumers releases, and
 * together they never exceed the ramp. After an interruption, the remaining tasks are still parts
 * of the plan, and are released next.
 */
final class ConditionSupervisor implements PlanSupervisor {
  private static final Logger log = LoggerFactory.getLogger(ConditionSupervisor.class);

  /**
   * Maximum time between two checks. It bounds how late a passed test is noticed if the hint of its
   * end is lost.
   */
  private static final Duration RAREST = Duration.ofSeconds(1);

  private static final Duration SOONEST = Duration.ofMillis(50);

  /**
   * Maximum number of tasks that one check releases. If more are left, the next check follows
   * immediately.
   */
  private static final int RELEASED_MAX = 256;

  private final Plans plans;
  private final TaskAssociations associations;
  private final LambdaDirectory directory;
  private final PlanTasks tasks;
  private final TurnRelease turns;
  private final PlanPool pool;
  private final ConditionGauges gauges;

  /** Tasks that written rows release. The number of concurrent checks bounds them. */
  private final Queue<Release> releases = new ConcurrentLinkedQueue<>();

  /** Task to release. Its part of the plan is deleted after the release. */
  private record Release(Plan plan, Association task, LambdaDefinition lambda) {}

  @Inject
  ConditionSupervisor(
      Plans plans,
      TaskAssociations associations,
      LambdaDirectory directory,
      PlanTasks tasks,
      TurnRelease turns,
      PlanPool pool,
      ConditionGauges gauges) {
    this.plans = plans;
    this.associations = associations;
    this.directory = directory;
    this.tasks = tasks;
    this.turns = turns;
    this.pool = pool;
    this.gauges = gauges;
  }

  @Override
  public PlanKind kind() {
    return PlanKind.CONDITION;
  }

  @Override
  public Supervision check(Plan plan, Instant now) {
    var lambda = directory.find(plan.lambda());
    if (lambda.isEmpty()) {
      return Supervision.of(plan, Supervision.RAREST);
    }
    var row = ConditionCodec.read(plan);
    var task = taskOf(row).flatMap(associations::find);
    var decision = ConditionDecision.of(row, task, Ramp.OF_CONDITIONS, RELEASED_MAX, now);
    if (decision instanceof ConditionDecision.Read read) {
      decision = read(row, read.count(), now);
    } else if (decision instanceof ConditionDecision.Test
        && directory.isDeleted(row.state().tester().lambda())) {
      log.warn(
          "condition={} of lambda={} releases its tasks: the lambda of its tester, {}, was deleted",
          row.name(),
          plan.lambda(),
          row.state().tester().lambda());
      decision = ConditionDecision.untestable(row, now);
    }
    return act(decision, row, lambda.get(), now);
  }

  /** Returns the task on which the next step depends. */
  private static Optional<TaskId> taskOf(ConditionRow row) {
    return switch (row.state().phase()) {
      case CLOSED -> Optional.of(row.testerTask());
      case HALF_OPEN -> row.state().trial().map(trial -> trial.taskId());
      case CLEAR -> Optional.empty();
    };
  }

  private ConditionDecision read(ConditionRow row, int count, Instant now) {
    boolean clear = row.state().phase() == ConditionPhase.CLEAR;
    var from = "";
    while (true) {
      var parts = plans.parts(row.plan().id(), from, RELEASED_MAX);
      var waiting = waiting(row, parts, clear);
      if (clear) {
        var first = waiting.subList(0, Math.min(count, waiting.size()));
        return ConditionDecision.release(row, first, !parts.isEmpty(), now);
      }
      if (!waiting.isEmpty() || parts.size() < RELEASED_MAX) {
        return ConditionDecision.passed(row, waiting, now);
      }
      from = parts.get(parts.size() - 1).name() + "-";
    }
  }

  /**
   * Returns the tasks that wait for the condition, and deletes parts of tasks that no longer wait.
   * For a cleared condition, it deletes all such parts, because an attempt that is about to be
   * blocked checks the condition again.
   */
  private List<Association> waiting(ConditionRow row, List<PlanPart> parts, boolean clear) {
    var found = associations.findAll(parts.stream().map(ConditionRow::task).toList());
    var waiting = new ArrayList<Association>();
    for (var part : parts) {
      var task = found.get(ConditionRow.task(part));
      if (task != null && row.blocks(task)) {
        waiting.add(task);
      } else if (clear || task == null || task.status().finished()) {
        plans.deletePart(part.plan(), part.name());
      }
    }
    return waiting;
  }

  private Supervision act(
      ConditionDecision decision, ConditionRow row, LambdaDefinition lambda, Instant now) {
    var plan = row.plan();
    if (decision instanceof ConditionDecision.Test) {
      test(row, now);
    } else if (decision instanceof ConditionDecision.Repeat repeat) {
      releases.add(new Release(plan, repeat.trial(), lambda));
    } else if (decision instanceof ConditionDecision.Put put) {
      var wanted = ConditionCodec.write(put.row());
      if (!(plans.put(wanted) instanceof PlanResult.Written)) {
        return Supervision.over();
      }
      put.released().forEach(task -> releases.add(new Release(wanted, task, lambda)));
      logPhase(row, put.row());
      gauges.seen(put.row(), now);
      return supervision(wanted, put.row());
    }
    gauges.seen(row, now);
    return supervision(plan, row);
  }

  private static Supervision supervision(Plan plan, ConditionRow row) {
    boolean ramps = row.state().phase() == ConditionPhase.CLEAR;
    return new Supervision(Optional.of(plan), SOONEST, ramps ? SOONEST : RAREST, 1);
  }

  private static void logPhase(ConditionRow before, ConditionRow after) {
    if (before.state().phase() != after.state().phase()) {
      log.info(
          "condition={} of lambda={} is {}",
          after.name(),
          after.plan().lambda(),
          after.state().phase());
    } else if (after.state().testers() > before.state().testers()) {
      log.warn(
          "condition={} of lambda={}: tester taskId={} ended without success",
          after.name(),
          after.plan().lambda(),
          before.testerTask());
    }
  }

  private void test(ConditionRow row, Instant now) {
    var tester = row.state().tester();
    var lambda = directory.findRegistered(tester.lambda());
    if (lambda.isEmpty()) {
      log.warn(
          "condition={} of lambda={} waits for the lambda of its tester, {}",
          row.name(),
          row.plan().lambda(),
          tester.lambda());
      return;
    }
    var taskId = row.testerTask();
    var header =
        new TaskHeader(
                taskId,
                tester.lambda(),
                lambda.get().defaultPriority(),
                null,
                taskId.shard(lambda.get().shards()),
                now,
                now,
                now.plus(lambda.get().maxLifetime()),
                null)
            .withOrigin(
                PlanKind.CONDITION.origin(row.plan().id(), row.testerMember(), tester.contents()));
    if (tasks.create(Association.scheduled(header))) {
      log.debug("condition={} tester taskId={} created", row.name(), taskId);
    }
  }

  @Override
  public void afterChecks(boolean lasting, Pool threads, Instant now) {
    var all = new ArrayList<Release>();
    for (var one = releases.poll(); one != null; one = releases.poll()) {
      all.add(one);
    }
    if (!lasting || all.isEmpty()) {
      return;
    }
    try {
      var unused = pool.together(all, one -> release(one, now));
      turns.push(threads, now);
    } catch (StoreException e) {
      turns.drop();
      log.warn("{} tasks of conditions are possibly not released: {}", all.size(), e.getMessage());
    }
  }

  private boolean release(Release one, Instant now) {
    try {
      if (!turns.release(one.task(), one.lambda(), now)) {
        // Its alarm has possibly moved. The next check reads it again.
        return false;
      }
      plans.deletePart(
          one.plan().id(), ConditionRow.part(one.plan().id(), one.task().header()).name());
      return true;
    } catch (RuntimeException e) {
      // Such as a row of another version. The other tasks are still released.
      log.warn("taskId={} is possibly not released: {}", one.task().taskId(), e.toString());
      return false;
    }
  }
}
