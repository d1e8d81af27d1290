package dev.atf.frontend.schedule;

import com.fasterxml.jackson.databind.node.NullNode;
import com.google.rpc.Status;
import dev.atf.frontend.schedule.Destination.Target;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.validation.FileRules;
import dev.atf.validation.JsonValues;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.ScheduleTimes;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import java.time.Instant;
import java.util.Optional;

/** Turns a Schedule request into the entity to be stored, or reports all violations. */
public final class ScheduleValidation {
  private final ScheduleRequest request;
  private final Target target;
  private final LambdaDefinition lambda;
  private final Violations violations;

  private ScheduleValidation(ScheduleRequest request, Target target, Violations violations) {
    this.request = request;
    this.target = target;
    this.lambda = target.lambda();
    this.violations = violations;
  }

  /**
   * Returns the decision as far as the request alone allows it.
   *
   * @param freshId the task's id if the request has no idempotency key
   * @param now whole milliseconds
   */
  static Admission validate(ScheduleRequest request, Target target, TaskId freshId, Instant now) {
    return new ScheduleValidation(request, target, new Violations()).validate(freshId, now);
  }

  /**
   * Returns the decision about a request that is refused unless it repeats another.
   *
   * @param asked name that the caller gave
   */
  static Admission onlyIfRepeated(ScheduleRequest request, LambdaName asked, Status refusal) {
    return key(request, asked)
        .<Admission>map(known -> new Admission.OnlyIfRepeated(known, refusal))
        .orElseGet(() -> new Admission.Refused(refusal));
  }

  /**
   * Returns the common part of all tasks of a plan: payload, labels, priority, collection. Adds
   * violations to {@code violations}; the entity then means nothing.
   *
   * @param id of the contents, which are no task
   * @return as it is while its plan lives
   */
  public static TaskEntity contents(
      ScheduleRequest request,
      LambdaDefinition lambda,
      TaskId id,
      Instant now,
      Violations violations) {
    var target = new Target(lambda, lambda.name(), null);
    return new ScheduleValidation(request, target, violations).contents(id, now);
  }

  private TaskEntity contents(TaskId id, Instant now) {
    var payload = payload();
    var priority = ScheduleRules.priority(request.getPriority(), lambda, violations);
    var collection = ScheduleRules.collection(request.getCollection(), violations);
    ScheduleRules.labels(request.getLabelsMap(), violations);
    var header =
        new TaskHeader(
            id,
            lambda.name(),
            priority,
            collection,
            id.shard(lambda.shards()),
            now,
            now,
            TaskEntity.NEVER,
            null);
    var fingerprint =
        violations.isEmpty()
            ? RequestFingerprint.of(lambda.name(), request, canonical(payload))
            : "";
    return new TaskEntity(header, payload, request.getLabelsMap(), fingerprint, TaskEntity.NEVER);
  }

  private Admission validate(TaskId freshId, Instant now) {
    var payload = payload();
    var priority = ScheduleRules.priority(target.priority(request), lambda, violations);
    var collection = ScheduleRules.collection(target.collection(request), violations);
    var times = ScheduleTimes.of(request, lambda, now, violations);
    ScheduleRules.labels(request.getLabelsMap(), violations);
    var taskId = violations.parse(() -> taskId(freshId), freshId);
    var key = ScheduleRules.orderingKey(request.getOrderingKey(), violations);
    var fairnessKey = ScheduleRules.fairnessKey(request.getFairnessKey(), lambda, violations);
    var files = FileRules.files(request, violations);
    if (!violations.isEmpty()) {
      return onlyIfRepeated(request, target.asked(), violations.status());
    }
    var expiresAt = times.deadline().plus(lambda.retention());
    var header =
        new TaskHeader(
            taskId,
            lambda.name(),
            priority,
            collection,
            taskId.shard(lambda.shards()),
            now,
            times.scheduledAt(),
            times.deadline(),
            // The ordering key, too, must be remembered for that much longer.
            request.hasIdempotencyKey() || key.isPresent()
                ? expiresAt.plus(ScheduleRules.KEPT_BEYOND_ENTITY)
                : null,
            key.map(k -> k.origin(taskId, lambda.name())).orElse(null),
            null,
            null,
            fairnessKey,
            target.routedBy());
    return new Admission.Admitted(
        lambda,
        new TaskEntity(
            header,
            payload,
            request.getLabelsMap(),
            RequestFingerprint.of(target.asked(), request, canonical(payload)),
            files,
            expiresAt));
  }

  /**
   * Returns the idempotency key; empty too if the payload cannot be read: no such request was ever
   * accepted.
   */
  private static Optional<Admission.Key> key(ScheduleRequest request, LambdaName asked) {
    if (!request.hasIdempotencyKey()) {
      return Optional.empty();
    }
    try {
      var payload =
          request.hasJson()
              ? JsonValues.canonicalText(JsonValues.toJson("json", request.getJson()))
              : request.getData().toByteArray();
      return Optional.of(
          new Admission.Key(
              keyed(request, asked),
              RequestFingerprint.of(
                  asked, request, new Payload(payload, request.getContentType()))));
    } catch (InvalidFieldException e) {
      return Optional.empty();
    }
  }

  private TaskId taskId(TaskId freshId) {
    return request.hasIdempotencyKey() ? keyed(request, target.asked()) : freshId;
  }

  private static TaskId keyed(ScheduleRequest request, LambdaName asked) {
    var key = WellFormed.require("idempotencyKey", request.getIdempotencyKey());
    return TaskId.ofKey(asked, new IdempotencyKey(key));
  }

  private Payload payload() {
    checkContentType();
    var contentType = request.getContentType();
    var payload =
        switch (request.getPayloadCase()) {
          case JSON ->
              new Payload(
                  JsonValues.text(
                      violations.parse(
                          () -> JsonValues.toJson("json", request.getJson()),
                          NullNode.getInstance())),
                  contentType.isEmpty() ? Payload.JSON : contentType);
          case DATA ->
              new Payload(
                  request.getData().toByteArray(),
                  contentType.isEmpty() ? ScheduleRules.BYTES_TYPE : contentType);
          case PAYLOAD_NOT_SET -> new Payload(new byte[0], contentType);
        };
    ScheduleRules.payloadSize(
        request.hasJson() ? "json" : "data", payload.bytes().length, lambda, violations);
    return payload;
  }

  private void checkContentType() {
    var contentType = request.getContentType();
    if (ScheduleRules.contentType(contentType, violations)
        && request.hasJson()
        && !contentType.isEmpty()
        && !new Payload(new byte[0], contentType).isJson()) {
      violations.add("contentType", contentType, "application/json, or none, beside json");
    }
  }

  /** Returns the payload for the fingerprint: JSON without the order of its properties. */
  private Payload canonical(Payload payload) {
    return request.hasJson()
        ? new Payload(
            JsonValues.canonicalText(JsonValues.toJson("json", request.getJson())),
            payload.contentType())
        : payload;
  }

  public static String names(LambdaDefinition lambda) {
    return ScheduleRules.names(lambda);
  }
}
