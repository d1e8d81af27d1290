package dev.atf.hsc.plans;

import dev.atf.hsc.call.Digests;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleRequest.PayloadCase;
import dev.atf.validation.FileRules;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.ScheduleTimes;
import dev.atf.validation.Violations;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Validates the tasks that a handler has scheduled by the rules of Schedule, and converts them to
 * entities.
 *
 * @param lambdas finds a lambda that the reporter may schedule, even if it is closing
 * @param now current time in whole milliseconds
 */
record ChildValidation(Function<LambdaName, Optional<LambdaDefinition>> lambdas, Instant now) {

  /**
   * Returns the entity of a child; empty if the child is invalid, with the reasons in {@code
   * violations}.
   */
  Optional<TaskEntity> entity(Parent parent, ScheduleRequest child, Violations violations) {
    var lambda =
        violations.parse(
            () -> lambdas.apply(new LambdaName(child.getLambda())),
            Optional.<LambdaDefinition>empty());
    if (lambda.isEmpty()) {
      if (violations.isEmpty()) {
        violations.add(
            "lambda",
            child.getLambda(),
            "a lambda that is there, and that its caller may schedule");
      }
      return Optional.empty();
    }
    var entity = entity(parent, child, lambda.get(), violations);
    return violations.isEmpty() ? Optional.of(entity) : Optional.empty();
  }

  private TaskEntity entity(
      Parent parent, ScheduleRequest child, LambdaDefinition lambda, Violations violations) {
    if (lambda.closedAt() != null) {
      violations.add("lambda", lambda.name(), "one that takes new tasks: it is being deleted");
    }
    if (child.hasIdempotencyKey()) {
      violations.add("idempotencyKey", child.getIdempotencyKey(), "none");
    }
    if (child.hasOnFinish()) {
      violations.add("onFinish", "given", "none: a subscription reports the ends of children");
    }
    FileRules.none(child, "none: children have no files", violations);
    var key = ScheduleRules.orderingKey(child.getOrderingKey(), violations);
    if (child.getPayloadCase() == PayloadCase.JSON) {
      violations.add("json", "given", "the payload as data");
    }
    var data = child.getData().toByteArray();
    ScheduleRules.payloadSize("data", data.length, lambda, violations);
    ScheduleRules.contentType(child.getContentType(), violations);
    ScheduleRules.labels(child.getLabelsMap(), violations);
    var times = ScheduleTimes.of(child, lambda, now, violations);
    var taskId = parent.childId();
    var expiresAt = times.deadline().plus(lambda.retention());
    var header =
        new TaskHeader(
            taskId,
            lambda.name(),
            ScheduleRules.priority(child.getPriority(), lambda, violations),
            ScheduleRules.collection(child.getCollection(), violations),
            taskId.shard(lambda.shards()),
            now,
            times.scheduledAt(),
            times.deadline(),
            // Its key must be remembered for that much longer.
            key.map(k -> expiresAt.plus(ScheduleRules.KEPT_BEYOND_ENTITY)).orElse(null),
            key.map(k -> k.origin(taskId, lambda.name())).orElse(null),
            null,
            null,
            ScheduleRules.fairnessKey(child.getFairnessKey(), lambda, violations),
            null);
    return new TaskEntity(
        header,
        new Payload(data, contentType(child)),
        child.getLabelsMap(),
        Digests.of(child),
        expiresAt);
  }

  private static String contentType(ScheduleRequest child) {
    return child.getContentType().isEmpty() && child.hasData()
        ? ScheduleRules.BYTES_TYPE
        : child.getContentType();
  }
}
