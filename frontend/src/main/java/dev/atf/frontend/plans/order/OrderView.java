package dev.atf.frontend.plans.order;

import dev.atf.frontend.task.TaskView;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.plans.order.Member;
import dev.atf.plans.order.Turn;
import dev.atf.plans.row.Plan;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.OrderingKey.State;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import dev.atf.validation.TaskStatusCodec;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Ordering keys as their lambda's owner sees them. */
final class OrderView {
  /** Maximum number of waiting tasks that are named. */
  private static final int NAMED_MAX = 100;

  private final Plans plans;
  private final TaskAssociations associations;
  private final InstantSource clock;

  @Inject
  OrderView(Plans plans, TaskAssociations associations, InstantSource clock) {
    this.plans = plans;
    this.associations = associations;
    this.clock = clock;
  }

  /** Returns a key with its waiting tasks. */
  OrderingKey full(Plan row, LambdaDefinition lambda) {
    var waiting = waiting(row);
    var holder = holder(row);
    var view = builder(row, holder, lambda, !waiting.isEmpty());
    view.setWaiting(waiting.size());
    waiting.stream()
        .limit(NAMED_MAX)
        .forEach(
            member ->
                view.addNext(
                    OrderingKey.Waiting.newBuilder()
                        .setTaskId(member.taskId().value())
                        .setScheduledAt(ProtoTimes.proto(member.header().scheduledAt()))));
    return view.build();
  }

  /** Returns a key without its waiting tasks; only its name if it cannot be read. */
  OrderingKey brief(Plan row, LambdaDefinition lambda) {
    try {
      return builder(row, holder(row), lambda, OrderCodec.state(row).waiting()).build();
    } catch (UnreadablePlanException e) {
      return names(row).setUnreadable(e.reason()).build();
    }
  }

  private static OrderingKey.Builder names(Plan row) {
    return OrderingKey.newBuilder().setLambda(row.lambda().value()).setKey(row.name());
  }

  /** Returns the waiting tasks, in their order; at most 1,000. */
  List<Member> waiting(Plan row) {
    var state = OrderCodec.state(row);
    if (!state.waiting()) {
      return List.of();
    }
    var members =
        plans.parts(row.id(), state.from(), Limits.PAGE_SIZE_MAX).stream()
            .map(part -> OrderCodec.member(row, part))
            .toList();
    var tasks = associations.findAll(members.stream().map(Member::taskId).toList());
    return members.stream()
        .filter(member -> !state.isHeldBy(member.taskId()))
        .filter(
            member ->
                Optional.ofNullable(tasks.get(member.taskId()))
                    .filter(task -> task.status().finished())
                    .isEmpty())
        .toList();
  }

  Optional<Association> holder(Plan row) {
    return OrderCodec.state(row).holder().flatMap(member -> associations.find(member.taskId()));
  }

  Turn turn(Plan row, Optional<Association> holder, LambdaDefinition lambda) {
    return Turn.of(OrderCodec.state(row), holder, lambda.onFatal(), clock.instant());
  }

  private OrderingKey.Builder builder(
      Plan row, Optional<Association> holder, LambdaDefinition lambda, boolean waited) {
    var state = OrderCodec.state(row);
    var turn = turn(row, holder, lambda);
    var view = names(row).setState(state(turn, waited));
    if (turn != Turn.FREE) {
      state.holder().ifPresent(member -> view.setHolderTaskId(member.taskId().value()));
      holder.ifPresent(task -> view.setHolderStatus(TaskStatusCodec.proto(task.status())));
    }
    if (turn == Turn.FAILED) {
      var since =
          state.heldAt().or(() -> holder.flatMap(task -> Optional.ofNullable(task.finishedAt())));
      since.ifPresent(at -> view.setHeldSince(ProtoTimes.proto(at)));
      holder
          .flatMap(task -> Optional.ofNullable(task.outcome()))
          .flatMap(outcome -> Optional.ofNullable(outcome.failure()))
          .ifPresent(failure -> view.setFailure(TaskView.failure(failure)));
    }
    return view;
  }

  private static State state(Turn turn, boolean waited) {
    return switch (turn) {
      case FAILED -> State.HELD;
      case FREE -> waited ? State.WAITED_FOR : State.FREE;
      case UNWRITTEN, LAPSED, UNRELEASED, IN_PROGRESS, RETRIED ->
          waited ? State.WAITED_FOR : State.TAKEN;
    };
  }
}
