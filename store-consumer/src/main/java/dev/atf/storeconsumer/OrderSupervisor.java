package dev.atf.storeconsumer;

import dev.atf.model.Association;
import dev.atf.model.ClientTransitions;
import dev.atf.model.Ending;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.order.Member;
import dev.atf.model.order.OrderState;
import dev.atf.model.order.Turn;
import dev.atf.model.order.TurnDecision;
import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanKind;
import dev.atf.store.PlanResult;
import dev.atf.store.Plans;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the turn of an ordering key on, one task after the other (ADR 0033). The row is put before
 * anything is done for the one that it names; what was not done then is done by the next look.
 */
final class OrderSupervisor implements PlanSupervisor {
  private static final Logger log = LoggerFactory.getLogger(OrderSupervisor.class);

  /** Chosen: a handler's shortest time, about; it doubles while the holder runs. */
  private static final Duration SOON = Duration.ofMillis(20);

  /** Those that wait and are read at once; more than one only where tasks were cancelled. */
  private static final int PAGE = 8;

  /** Chosen: fences and turns that one look deals with; the next one goes on. */
  private static final int STEPS_MAX = 16;

  private final Plans plans;
  private final TaskAssociations associations;
  private final TaskTransitions transitions;
  private final LambdaDirectory directory;
  private final TurnRelease turns;
  private final PlanTasks tasks;

  @Inject
  OrderSupervisor(
      Plans plans,
      TaskAssociations associations,
      TaskTransitions transitions,
      LambdaDirectory directory,
      TurnRelease turns,
      PlanTasks tasks) {
    this.plans = plans;
    this.associations = associations;
    this.transitions = transitions;
    this.directory = directory;
    this.turns = turns;
    this.tasks = tasks;
  }

  @Override
  public PlanKind kind() {
    return PlanKind.ORDER;
  }

  @Override
  public Supervision look(Plan plan, Instant now) {
    var lambda = directory.find(plan.lambda());
    if (lambda.isEmpty()) {
      return Supervision.over();
    }
    var row = plan;
    for (int step = 0; step < STEPS_MAX; step++) {
      var next = step(row, lambda.get(), now);
      if (next.isEmpty()) {
        return Supervision.of(row, SOON);
      }
      row = next.get();
      if (row.alarmAt() == null) {
        break;
      }
    }
    return Supervision.of(row, SOON);
  }

  /** One thing that is to be done; the row after it, and empty if there is nothing to do now. */
  private Optional<Plan> step(Plan row, LambdaDefinition lambda, Instant now) {
    var state = OrderState.of(row);
    var task = state.holder().flatMap(member -> associations.find(member.taskId()));
    var turn = Turn.of(state, task, lambda.onFatal(), now);
    var decision = TurnDecision.of(row, turn, task, now);
    return act(
        decision instanceof TurnDecision.Next ? pass(row, state, now) : decision, row, lambda, now);
  }

  private TurnDecision pass(Plan row, OrderState state, Instant now) {
    var parts = plans.parts(row.id(), state.from(), PAGE);
    List<TurnDecision.Waiter> waiters = new ArrayList<>();
    for (var part : parts) {
      var member = OrderState.member(row, part);
      var waiter = new TurnDecision.Waiter(member, associations.find(member.taskId()));
      waiters.add(waiter);
      if (!waiter.ended()) {
        return TurnDecision.pass(row, waiters, true, now);
      }
    }
    return TurnDecision.pass(row, waiters, parts.size() == PAGE, now);
  }

  private Optional<Plan> act(
      TurnDecision decision, Plan row, LambdaDefinition lambda, Instant now) {
    if (decision instanceof TurnDecision.Leave) {
      return Optional.empty();
    }
    if (decision instanceof TurnDecision.Write write) {
      if (tasks.create(Association.scheduled(write.holder().header()), now)) {
        log.info("taskId={} was finished for its Schedule", write.holder().taskId());
      }
      return Optional.empty();
    }
    if (decision instanceof TurnDecision.Fence fence) {
      fence(fence.holder(), lambda, now);
      return Optional.of(row);
    }
    if (decision instanceof TurnDecision.FenceFirst fence) {
      fence(fence.member(), lambda, now);
      return Optional.of(row);
    }
    if (decision instanceof TurnDecision.Release release) {
      turns.release(release.task(), lambda, now);
      return Optional.empty();
    }
    if (decision instanceof TurnDecision.Redrive redrive) {
      var task = redrive.task();
      transitions.apply(
          ClientTransitions.redrive(task.taskId(), task.epoch(), now, redrive.retry().deadline()));
      return Optional.empty();
    }
    if (decision instanceof TurnDecision.Pass pass) {
      return put(pass.row());
    }
    if (decision instanceof TurnDecision.Hold hold) {
      log.warn("orderingKey={} lambda={} is held", row.name(), row.lambda());
      return put(hold.row());
    }
    if (decision instanceof TurnDecision.Skip skip) {
      return put(skip.row());
    }
    if (decision instanceof TurnDecision.Sleep sleep) {
      return put(sleep.row());
    }
    if (decision instanceof TurnDecision.Idle idle) {
      return put(idle.row());
    }
    throw new IllegalStateException("nothing is known of " + decision);
  }

  private void fence(Member member, LambdaDefinition lambda, Instant now) {
    var fence = Association.abandoned(member.header(), Ending.at(now, lambda));
    if (tasks.create(fence, now)) {
      log.info("taskId={} was never written until its deadline", member.taskId());
    }
  }

  /** The row as it stands after the put; whoever was faster has looked at it, too. */
  private Optional<Plan> put(Plan row) {
    var result = plans.put(row);
    return result instanceof PlanResult.Written
        ? Optional.of(row)
        : ((PlanResult.Refused) result).found();
  }
}
