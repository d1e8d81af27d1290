package dev.atf.frontend.plans.order;

import dev.atf.frontend.origin.OriginKind;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.origin.Refusal;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.Task;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Origin of the tasks that have an ordering key. */
public final class OrderOrigin implements OriginKind {
  private final OrderExplanation explanation;
  private final WaitingTasks waiting;

  @Inject
  OrderOrigin(OrderExplanation explanation, WaitingTasks waiting) {
    this.explanation = explanation;
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
  public Optional<Refusal> refuseRedrive(Association dead, LambdaDefinition lambda) {
    var origin = Objects.requireNonNull(dead.header().origin());
    return Optional.of(
        new Refusal(
            ErrorReason.TASK_ORDERED,
            "task %s %s"
                .formatted(
                    dead.taskId(),
                    explanation
                        .heldBy(dead, origin, lambda)
                        .map(
                            held ->
                                "holds its ordering key %s: %s"
                                    .formatted(
                                        held.key(), OrderExplanation.remedies(dead, held.key())))
                        .orElse(
                            "has ordering key %s, and later tasks of this key may have run: resubmit it, which puts it behind them"
                                .formatted(origin.member())))));
  }

  @Override
  public Optional<String> useOf(LambdaDefinition lambda) {
    return waiting.any(lambda)
        ? Optional.of(
            "has tasks that wait for the turn of their ordering key (expected: none; cancel them,"
                + " or skip or retry the tasks that hold their keys)")
        : Optional.empty();
  }

  @Override
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var origin = Objects.requireNonNull(task.header().origin());
    return explanation.reasons(task, origin, lambda, now);
  }
}
