package dev.atf.storeconsumer.plans;

import dev.atf.hints.Hints;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.plans.order.Member;
import dev.atf.plans.order.OrderRow;
import dev.atf.plans.order.Turn;
import dev.atf.plans.order.TurnDecision;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.alarm.LeaseExpiry;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the turn of an ordering key to one task after the other (ADR 0033). The row of the key is
 * written before the task itself is changed. If the process dies in between, the next check
 * completes the change.
 */
final class OrderSupervisor implements PlanSupervisor {
  private static final Logger log = LoggerFactory.getLogger(OrderSupervisor.class);

  /**
   * Initial time between two checks. It is about the shortest duration of a handler. The time
   * doubles while the task that has the turn runs.
   */
  private static final Duration SOON = Duration.ofMillis(20);

  /**
   * Number of waiting tasks that are read together. More than one is needed only if tasks were
   * cancelled.
   */
  private static final int PAGE = 8;

  /** Maximum number of fences and turns that one check handles. The next check continues. */
  private static final int STEPS_MAX = 16;

  private final Plans plans;
  private final TaskAssociations associations;
  private final TaskTransitions transitions;
  private final LambdaDirectory directory;
  private final TurnRelease turns;
  private final PlanTasks tasks;
  private final Hints hints;
  private final OverdueWaiters waiters;
  private final LeaseExpiry expiry;
  private final TurnHolders holders = new TurnHolders();

  @Inject
  OrderSupervisor(
      Plans plans,
      TaskAssociations associations,
      TaskTransitions transitions,
      LambdaDirectory directory,
      TurnRelease turns,
      PlanTasks tasks,
      Hints hints,
      OverdueWaiters waiters,
      LeaseExpiry expiry) {
    this.plans = plans;
    this.associations = associations;
    this.transitions = transitions;
    this.directory = directory;
    this.turns = turns;
    this.tasks = tasks;
    this.hints = hints;
    this.waiters = waiters;
    this.expiry = expiry;
  }

  @Override
  public PlanKind kind() {
    return PlanKind.ORDER;
  }

  @Override
  public Supervision check(Plan plan, Instant now) {
    var lambda = directory.find(plan.lambda());
    if (lambda.isEmpty()) {
      return Supervision.over();
    }
    waiters.giveUpOverdue(plan, lambda.get(), now);
    var row = plan;
    for (int step = 0; step < STEPS_MAX; step++) {
      var next = step(row, lambda.get(), now);
      row = next.row();
      if (next.isEnd() || row.alarmAt() == null) {
        return next.inProgress() ? holders.wait(row, SOON, now) : done(row);
      }
    }
    return done(row);
  }

  private Supervision done(Plan row) {
    holders.forget(row.id());
    return Supervision.of(row, SOON);
  }

  @Override
  public Map<PlanId, Supervision> idle(Collection<PlanId> checked, Instant now) {
    return holders.idle(checked, associations::findAll, SOON, now);
  }

  @Override
  public void afterChecks(boolean lasting, Pool threads, Instant now) {
    if (lasting) {
      turns.push(threads, now);
    } else {
      turns.drop();
    }
  }

  /**
   * Result of a step.
   *
   * @param isEnd whether there is nothing more to do now
   * @param inProgress whether there is nothing to do until the holder's task has ended
   */
  private record Stepped(Plan row, boolean isEnd, boolean inProgress) {
    static Stepped on(Plan row) {
      return new Stepped(row, false, false);
    }

    static Stepped end(Plan row) {
      return new Stepped(row, true, false);
    }

    static Stepped inProgress(Plan row) {
      return new Stepped(row, true, true);
    }
  }

  /** Performs the next step. */
  private Stepped step(Plan row, LambdaDefinition lambda, Instant now) {
    var order = OrderCodec.read(row);
    var state = order.state();
    var task = state.holder().flatMap(member -> associations.find(member.taskId()));
    var turn = Turn.of(state, task, onFatal(task, lambda), now);
    if (turn == Turn.IN_PROGRESS) {
      return Stepped.inProgress(row);
    }
    var decision = TurnDecision.of(order, turn, task, now);
    return decision instanceof TurnDecision.Next
        ? pass(order, lambda, now)
        : act(decision, row, lambda, now);
  }

  /**
   * Returns the policy for a fatal failure. The lambda is read again before a failure is handled:
   * once a client knows that the lambda holds its keys, no key may be released.
   */
  private FatalPolicy onFatal(Optional<Association> task, LambdaDefinition lambda) {
    boolean failed = task.filter(it -> it.status() == TaskStatus.FATAL_FAILURE).isPresent();
    return failed ? directory.reread(lambda).onFatal() : lambda.onFatal();
  }

  private Stepped pass(OrderRow order, LambdaDefinition lambda, Instant now) {
    var row = order.plan();
    var parts = plans.parts(row.id(), order.state().from(), PAGE);
    List<TurnDecision.Waiter> ended = new ArrayList<>();
    for (var part : parts) {
      var member = OrderCodec.member(row, part);
      var waiter = new TurnDecision.Waiter(member, associations.find(member.taskId()));
      ended.add(waiter);
      if (!waiter.ended()) {
        var decision = TurnDecision.pass(order, ended, true, now);
        return decision instanceof TurnDecision.Pass pass
            ? give(pass, waiter, row, lambda, now)
            : act(decision, row, lambda, now);
      }
    }
    return act(TurnDecision.pass(order, ended, parts.size() == PAGE, now), row, lambda, now);
  }

  /**
   * Gives the turn to a task, and releases the task in the version that was read. If the task has
   * changed since then, the release is refused, and the next check decides again.
   */
  private Stepped give(
      TurnDecision.Pass pass,
      TurnDecision.Waiter to,
      Plan row,
      LambdaDefinition lambda,
      Instant now) {
    var wanted = OrderCodec.write(pass.row());
    var put = put(wanted, row);
    if (put.isEnd() || !put.row().equals(wanted)) {
      return put;
    }
    var task = to.task().filter(Association::waits);
    if (task.isEmpty()) {
      return put;
    }
    boolean unused = turns.release(task.get(), lambda, now);
    return Stepped.inProgress(put.row());
  }

  private Stepped act(TurnDecision decision, Plan row, LambdaDefinition lambda, Instant now) {
    if (decision instanceof TurnDecision.Leave) {
      return Stepped.end(row);
    }
    if (decision instanceof TurnDecision.Write write) {
      if (tasks.create(Association.scheduled(write.holder().header()))) {
        log.info("taskId={} was created to complete its Schedule", write.holder().taskId());
      }
      return Stepped.end(row);
    }
    boolean endsByDeadline =
        decision instanceof TurnDecision.Fence || decision instanceof TurnDecision.FenceFirst;
    if (endsByDeadline && !expiry.mayGiveUp()) {
      return Stepped.end(row);
    }
    if (decision instanceof TurnDecision.Fence fence) {
      fence(fence.holder(), lambda, now);
      return Stepped.on(row);
    }
    if (decision instanceof TurnDecision.FenceFirst fence) {
      fence(fence.member(), lambda, now);
      return Stepped.on(row);
    }
    if (decision instanceof TurnDecision.Release release) {
      boolean unused = turns.release(release.task(), lambda, now);
      return Stepped.inProgress(row);
    }
    if (decision instanceof TurnDecision.Redrive redrive) {
      var task = redrive.task();
      var redriven =
          transitions.apply(
              ClientTransitions.redrive(
                  task.taskId(), task.epoch(), now, redrive.retry().deadline()));
      if (redriven instanceof TransitionResult.Applied applied) {
        hints.written(applied.after());
      }
      return Stepped.end(row);
    }
    if (decision instanceof TurnDecision.Put put) {
      if (put instanceof TurnDecision.Hold) {
        log.warn("orderingKey={} lambda={} is held", row.name(), row.lambda());
      }
      return put(OrderCodec.write(put.row()), row);
    }
    throw new IllegalStateException("unknown decision " + decision);
  }

  private void fence(Member member, LambdaDefinition lambda, Instant now) {
    var fence = Association.abandoned(member.header(), Ending.at(now, lambda));
    if (tasks.create(fence)) {
      log.info("taskId={} is cancelled: not created before its deadline", member.taskId());
    }
  }

  /**
   * Writes the row. If another consumer was faster, the result contains its row; that consumer has
   * also checked the plan.
   */
  private Stepped put(Plan row, Plan seen) {
    var result = plans.put(row);
    if (result instanceof PlanResult.Written) {
      return Stepped.on(row);
    }
    return ((PlanResult.Refused) result).found().map(Stepped::on).orElse(Stepped.end(seen));
  }
}
