package dev.atf.frontend.schedule;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.Payload;
import dev.atf.model.TaskEntity;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.ScheduleRequest;
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
  private final LambdaDefinition lambda;
  private final Violations violations;

  private ScheduleValidation(
      ScheduleRequest request, LambdaDefinition lambda, Violations violations) {
    this.request = request;
    this.lambda = lambda;
    this.violations = violations;
  }

  /**
   * Returns the decision as far as the request alone allows it.
   *
   * @param freshId the task's id if the request has no idempotency key
   * @param now whole milliseconds
   */
  static Admission validate(
      ScheduleRequest request, LambdaDefinition lambda, TaskId freshId, Instant now) {
    return new ScheduleValidation(request, lambda, new Violations()).validate(freshId, now);
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
    return new ScheduleValidation(request, lambda, violations).contents(id, now);
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
    var priority = ScheduleRules.priority(request.getPriority(), lambda, violations);
    var collection = ScheduleRules.collection(request.getCollection(), violations);
    var times = ScheduleTimes.of(request, lambda, now, violations);
    ScheduleRules.labels(request.getLabelsMap(), violations);
    var taskId = violations.parse(() -> taskId(freshId), freshId);
    var key = ScheduleRules.orderingKey(request.getOrderingKey(), violations);
    var fairnessKey = ScheduleRules.fairnessKey(request.getFairnessKey(), lambda, violations);
    if (!violations.isEmpty()) {
      var refusal = violations.status();
      return key()
          .<Admission>map(known -> new Admission.OnlyIfRepeated(known, refusal))
          .orElseGet(() -> new Admission.Refused(refusal));
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
            null);
    return new Admission.Admitted(
        new TaskEntity(
            header,
            payload,
            request.getLabelsMap(),
            RequestFingerprint.of(lambda.name(), request, canonical(payload)),
            expiresAt));
  }

  /**
   * Returns the idempotency key; empty too if the payload cannot be read: no such request was ever
   * accepted.
   */
  private Optional<Admission.Key> key() {
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
              keyed(),
              RequestFingerprint.of(
                  lambda.name(), request, new Payload(payload, request.getContentType()))));
    } catch (InvalidFieldException e) {
      return Optional.empty();
    }
  }

  private TaskId taskId(TaskId freshId) {
    return request.hasIdempotencyKey() ? keyed() : freshId;
  }

  private TaskId keyed() {
    var key = WellFormed.require("idempotencyKey", request.getIdempotencyKey());
    return TaskId.ofKey(lambda.name(), new IdempotencyKey(key));
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
