package dev.atf.plans.order;

import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transitions;
import dev.atf.model.task.TurnTransitions;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Instant;

/** One ordering key, and tasks of it. */
final class Key {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  static final LambdaName LAMBDA = new LambdaName("post-entry");
  static final OrderingKey ACCOUNT = new OrderingKey("account/7 é");
  static final LambdaDefinition DEFINITION = LambdaDefinition.withDefaults(LAMBDA, NOW);

  private Key() {}

  static OrderRow fresh() {
    return new OrderRow(
        Plan.fresh(PlanId.of(LAMBDA, ACCOUNT), PlanKind.ORDER, LAMBDA, ACCOUNT.value(), 4, NOW),
        OrderState.FRESH);
  }

  static TaskId id(int number) {
    return new TaskId("%032x".formatted(number));
  }

  static TaskHeader header(int number, Instant scheduledAt) {
    var taskId = id(number);
    return new TaskHeader(
        taskId,
        LAMBDA,
        new Priority("normal"),
        null,
        taskId.shard(4),
        NOW,
        scheduledAt,
        scheduledAt.plusSeconds(3_600),
        scheduledAt.plusSeconds(7_200),
        ACCOUNT.origin(taskId, LAMBDA),
        null,
        null,
        null,
        null);
  }

  static Association failed(TaskHeader header) {
    return dropped(header, FrameworkFailure.ATTEMPTS_EXHAUSTED.because("no"));
  }

  static Association dropped(TaskHeader header, Failure failure) {
    var task = Association.scheduled(header);
    return GateTransitions.drop(
            task.taskId(), 0, Outcome.failure("", failure), Ending.at(NOW, DEFINITION))
        .applyTo(task);
  }

  static Association ready(TaskHeader header) {
    return Transitions.release(header.taskId(), 0, header.scheduledAt(), NOW, NOW.plusSeconds(30))
        .applyTo(Association.scheduled(header));
  }

  static Association released(Association waiting) {
    return TurnTransitions.release(waiting.taskId(), waiting.epoch(), NOW, NOW.plusSeconds(30))
        .applyTo(waiting);
  }
}
