package dev.atf.frontend.plans.order;

import dev.atf.frontend.origin.OriginKind;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.origin.Refusal;
import dev.atf.frontend.plans.UnreadablePlan;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.plans.order.Turn;
import dev.atf.plans.row.PlanId;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.Task;
import dev.atf.store.GateRegistry;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Origin of the tasks that have an ordering key. */
public final class OrderOrigin implements OriginKind {
  private final KeyView keys;
  private final WaitingTasks waiting;
  private final GateRegistry gates;

  @Inject
  OrderOrigin(KeyView keys, WaitingTasks waiting, GateRegistry gates) {
    this.keys = keys;
    this.waiting = waiting;
    this.gates = gates;
  }

  @Override
  public String name() {
    return Origin.ORDER;
  }

  @Override
  public void show(Origin origin, Task.Builder task) {
    task.setOrderingKey(origin.member());
  }

  @Override
  public void showOwner(Origin origin, Task.Builder task) {}

  @Override
  public Optional<Refusal> refuseRedrive(Association dead, LambdaDefinition lambda) {
    var origin = Objects.requireNonNull(dead.header().origin());
    return Optional.of(
        new Refusal(
            ErrorReason.TASK_ORDERED,
            "task %s %s"
                .formatted(
                    dead.taskId(),
                    heldBy(dead, origin, lambda)
                        .map(
                            turn ->
                                "holds its ordering key %s: %s"
                                    .formatted(turn.key(), TurnReason.remedies(dead, turn.key())))
                        .orElse(
                            "has ordering key %s, of which later tasks may have run: resubmit it, which puts it behind them"
                                .formatted(origin.member())))));
  }

  @Override
  public Optional<String> useOf(LambdaDefinition lambda) {
    return waiting.any(lambda)
        ? Optional.of(
            "has tasks that wait for the turn of their ordering key (expected: none; cancel them,"
                + " or let held keys go on)")
        : Optional.empty();
  }

  @Override
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var origin = Objects.requireNonNull(task.header().origin());
    return UnreadablePlan.reasons(task, () -> reasons(task, origin, lambda, now));
  }

  private OriginReasons reasons(
      Association task, Origin origin, Optional<LambdaDefinition> lambda, Instant now) {
    return new OriginReasons(
        lambda
            .flatMap(known -> turn(task, origin, known, now))
            .map(turn -> TurnReason.of(turn, task, now)),
        task.status() == TaskStatus.FATAL_FAILURE
            ? Optional.of(remedy(task, lambda.flatMap(known -> heldBy(task, origin, known))))
            : Optional.empty(),
        Optional.empty());
  }

  private static String remedy(Association dead, Optional<TurnFacts> held) {
    return held.map(
            turn ->
                "it holds its ordering key %s, with %s behind it; %s"
                    .formatted(
                        turn.key(),
                        Counted.of(turn.before(), "task"),
                        TurnReason.remedies(dead, turn.key())))
        .orElseGet(
            () ->
                "later tasks of its ordering key may have run since: if it must run, put it behind"
                    + " them with "
                    + ShellCommands.atf("resubmit", dead.taskId()));
  }

  /** Finds the ordering key that a task holds because it failed for good. */
  private Optional<TurnFacts> heldBy(Association task, Origin origin, LambdaDefinition lambda) {
    return keys.find(PlanId.of(origin))
        .filter(
            row -> {
              var holder = keys.holder(row);
              return holder.filter(held -> held.taskId().equals(task.taskId())).isPresent()
                  && keys.turn(row, holder, lambda) == Turn.FAILED;
            })
        .map(
            row ->
                new TurnFacts(
                    origin.member(),
                    Optional.of(task.taskId()),
                    Optional.ofNullable(task.startedAt()),
                    keys.waiting(row).size(),
                    Optional.ofNullable(task.finishedAt()),
                    ""));
  }

  /** Finds the turn of the ordering key that a waiting task waits for. */
  private Optional<TurnFacts> turn(
      Association task, Origin origin, LambdaDefinition lambda, Instant now) {
    if (!task.waits()) {
      return Optional.empty();
    }
    return keys.find(PlanId.of(origin))
        .map(
            row -> {
              var holder = keys.holder(row);
              var before =
                  keys.waiting(row).stream()
                      .takeWhile(member -> !member.taskId().equals(task.taskId()))
                      .count();
              return new TurnFacts(
                  origin.member(),
                  holder.map(Association::taskId),
                  holder.map(
                      held ->
                          Objects.requireNonNullElse(
                              held.startedAt(), held.header().scheduledAt())),
                  Math.toIntExact(before),
                  holder
                      .filter(held -> keys.turn(row, holder, lambda) == Turn.FAILED)
                      .map(
                          held ->
                              Objects.requireNonNullElse(
                                  held.finishedAt(), held.header().scheduledAt())),
                  holder.map(held -> doing(held, now)).orElse(""));
            });
  }

  /**
   * Returns a description of what the holder of a turn does or waits for, as the end of a clause.
   */
  private String doing(Association holder, Instant now) {
    var header = holder.header();
    var gate = gates.read().closed(header.lambda(), header.collection(), now);
    var trigger = holder.trigger();
    var at = trigger == null || !trigger.at().isAfter(now) ? "" : " until " + trigger.at();
    return switch (holder.status()) {
      case CLAIMED, PROCESSING -> "runs";
      case BLOCKED ->
          "is blocked by condition %s"
              .formatted(
                  Optional.ofNullable(holder.block())
                      .map(block -> block.condition().value())
                      .orElse("?"));
      case NEW, ENQUEUED, RETRIABLE_FAILURE ->
          gate.map(
                  closed ->
                      closed.collection() == null
                          ? "is behind the closed gate of its lambda"
                          : "is behind the closed gate of its collection " + closed.collection())
              .orElseGet(
                  () ->
                      switch (holder.status()) {
                        case RETRIABLE_FAILURE -> "waits for its next attempt" + at;
                        case ENQUEUED -> "waits in its queue";
                        default -> "waits for its release" + at;
                      });
      case SUCCESS, FATAL_FAILURE, CANCELLED -> "has ended";
    };
  }
}
