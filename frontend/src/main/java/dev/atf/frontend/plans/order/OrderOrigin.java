package dev.atf.frontend.plans.order;

import dev.atf.frontend.explain.OriginReasons;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.task.OriginKind;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.model.Association;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.plans.order.Turn;
import dev.atf.plans.row.PlanId;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.Task;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Origin of the tasks that have an ordering key. */
public final class OrderOrigin implements OriginKind {
  private final KeyView keys;
  private final WaitingTasks waiting;

  @Inject
  OrderOrigin(KeyView keys, WaitingTasks waiting) {
    this.keys = keys;
    this.waiting = waiting;
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
  public Optional<Next.Refuse> refuseRedrive(Association dead) {
    return Optional.of(
        new Next.Refuse(
            ErrorReason.TASK_ORDERED,
            ("task %s has an ordering key, and later tasks of that may have run: RetryHead, while the"
                    + " key is held")
                .formatted(dead.taskId())));
  }

  @Override
  public Optional<String> useOf(LambdaDefinition lambda) {
    return waiting.any(lambda)
        ? Optional.of(
            "has tasks that wait for the turn of their ordering key (expected: none; cancel them, or let held keys go on)")
        : Optional.empty();
  }

  @Override
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var origin = Objects.requireNonNull(task.header().origin());
    return new OriginReasons(
        lambda
            .flatMap(known -> turn(task, origin, known))
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
        .orElse("later tasks of its ordering key have run since: schedule it anew if it must run");
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
                    Optional.ofNullable(task.finishedAt())));
  }

  /** Finds the turn of the ordering key that a waiting task waits for. */
  private Optional<TurnFacts> turn(Association task, Origin origin, LambdaDefinition lambda) {
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
                                  held.finishedAt(), held.header().scheduledAt())));
            });
  }
}
