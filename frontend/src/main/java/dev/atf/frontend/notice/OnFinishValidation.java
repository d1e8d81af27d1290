package dev.atf.frontend.notice;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.OnFinish;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;

/** Reads the notices that single tasks request. */
public final class OnFinishValidation {
  private final LambdaCache lambdas;

  @Inject
  OnFinishValidation(LambdaCache lambdas) {
    this.lambdas = lambdas;
  }

  /**
   * Task with the notice that it requests.
   *
   * @param entity entity with the notice in its header
   * @param contents entity with the common part of the notice's payload
   */
  public record Asking(TaskEntity entity, TaskEntity contents) {}

  /**
   * Reads the notice of a request that has one.
   *
   * @param entity entity of the task
   * @return empty if there are violations
   */
  public Optional<Asking> read(ScheduleRequest request, TaskEntity entity, Violations violations) {
    var asked = request.getOnFinish();
    if (!request.getOrderingKey().isEmpty()) {
      violations.add(
          "onFinish", "given", "none together with orderingKey; use a subscription instead");
    }
    var statuses =
        TargetValidation.statuses("onFinish.statuses", asked.getStatusesList(), violations);
    var target =
        new TargetValidation("onFinish.to.", lambdas::findOpen, violations).read(asked.getTo());
    if (!violations.isEmpty()) {
      return Optional.empty();
    }
    var to = target.orElseThrow();
    // The id is the same for a repetition of the request, and differs for another request with the
    // same key.
    var id = TaskId.ofText("on-finish/" + entity.taskId() + "/" + entity.fingerprint());
    var header = entity.header().withOnFinish(new OnFinish(to.at(id), statuses));
    return Optional.of(
        new Asking(
            entity.withHeader(header),
            to.entity(id, header.createdAt(), keptUntil(entity, to.lambda()))));
  }

  /**
   * Returns a time after the last possible run of the notice, because the task ends before it
   * expires.
   */
  private static Instant keptUntil(TaskEntity entity, LambdaDefinition target) {
    return entity.expiresAt().plus(target.maxLifetime()).plus(target.retention());
  }
}
