package dev.atf.frontend.task;

import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskEvent;
import dev.atf.protocol.ErrorReason;
import dev.atf.validation.ScheduleRules;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decision whether a dead letter can be retried. The new deadline is one lifetime of the lambda
 * from now, but not after the expiry of the entity.
 *
 * @param timeToRunMin minimum time until the deadline; a task that would expire before its first
 *     attempt has ended is not redriven
 */
public record RedriveDecision(LambdaDefinition lambda, Duration timeToRunMin, Instant now) {

  Next next(Association seen, Optional<TaskEntity> entity) {
    return refusal(seen, entity)
        .<Next>map(refusal -> refusal)
        .orElseGet(
            () ->
                new Next.Write(
                    ClientTransitions.redrive(
                        seen.taskId(), seen.epoch(), now, deadline(seen, entity))));
  }

  /** Returns the reason why the task cannot be retried, as far as its own state determines this. */
  public Optional<Next.Refuse> refusal(Association seen, Optional<TaskEntity> entity) {
    if (seen.status() != TaskStatus.FATAL_FAILURE) {
      return Optional.of(
          new Next.Refuse(
              ErrorReason.TASK_NOT_DEAD,
              "task %s is %s and not a dead letter%s"
                  .formatted(seen.taskId(), seen.status(), redrivenAt(seen))));
    }
    if (seen.isUnsettled()) {
      return Optional.of(
          new Next.Refuse(
              ErrorReason.CHANGED_MEANWHILE,
              "notices of the end of task %s are being created; try again"
                  .formatted(seen.taskId())));
    }
    if (!lambda.priorities().contains(seen.header().priority())) {
      return Optional.of(
          new Next.Refuse(
              ErrorReason.PRIORITY_UNKNOWN,
              "task %s is of priority %s, which its lambda no longer has (expected: one of %s)"
                  .formatted(
                      seen.taskId(), seen.header().priority(), ScheduleRules.names(lambda))));
    }
    if (deadline(seen, entity).isBefore(now.plus(timeToRunMin))) {
      var keptUntil = keptUntil(seen, entity);
      return Optional.of(
          new Next.Refuse(
              ErrorReason.TASK_TOO_OLD,
              "what task %s is to do is %s; schedule it again"
                  .formatted(
                      seen.taskId(),
                      keptUntil.equals(Instant.MIN)
                          ? "no longer kept"
                          : "kept until %s only, too short a time to run".formatted(keptUntil))));
    }
    return Optional.empty();
  }

  public Instant deadline(Association seen, Optional<TaskEntity> entity) {
    var keptUntil = keptUntil(seen, entity);
    var lifetimeEnd = now.plus(lambda.maxLifetime());
    return keptUntil.isBefore(lifetimeEnd) ? keptUntil : lifetimeEnd;
  }

  private static Instant keptUntil(Association seen, Optional<TaskEntity> entity) {
    return entity
        .filter(found -> TaskView.isOf(found.header(), seen.header()))
        .map(TaskEntity::expiresAt)
        .orElse(Instant.MIN);
  }

  private static String redrivenAt(Association seen) {
    return seen.history().entries().stream()
        .filter(entry -> entry.event() == TaskEvent.REDRIVE)
        .map(entry -> "; it was redriven at " + entry.at())
        .findFirst()
        .orElse("");
  }
}
