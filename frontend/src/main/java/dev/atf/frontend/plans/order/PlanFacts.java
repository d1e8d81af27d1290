package dev.atf.frontend.plans.order;

import dev.atf.frontend.task.PlanOf;
import dev.atf.frontend.task.Rescheduling;
import dev.atf.model.Association;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.order.Turn;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import jakarta.inject.Inject;
import java.util.Objects;
import java.util.Optional;

/** Gathers what is known of the plan that a task comes from, its ordering key among them. */
public final class PlanFacts {
  private final KeyView keys;
  private final PlanOf planOf;

  @Inject
  public PlanFacts(KeyView keys, PlanOf planOf) {
    this.keys = keys;
    this.planOf = planOf;
  }

  /** Returns the plan that the task comes from; empty if it comes from none. */
  public Optional<Plan> of(Association task) {
    return planOf.task(task);
  }

  /** Finds the ordering key that a task holds because it failed for good. */
  public Optional<TurnFacts> heldBy(Association task, LambdaDefinition lambda) {
    if (task.status() != TaskStatus.FATAL_FAILURE || !Rescheduling.isOrdered(task)) {
      return Optional.empty();
    }
    var origin = Objects.requireNonNull(task.header().origin());
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
  public Optional<TurnFacts> turn(Association task, LambdaDefinition lambda) {
    if (!task.waits() || !Rescheduling.isOrdered(task)) {
      return Optional.empty();
    }
    var origin = Objects.requireNonNull(task.header().origin());
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
