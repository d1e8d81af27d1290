package dev.atf.frontend.schedule;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Sha256;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.route.Route;
import dev.atf.model.route.RoutedBy;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.v1.OnFinish;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.validation.FileRules;
import dev.atf.validation.JsonValues;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.ScheduleTimes;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns a Schedule request into the entity to be stored, or reports all violations. The fingerprint
 * of the entity distinguishes a repeated request from another one with the same idempotency key.
 * This class reads neither a clock nor a store.
 */
public final class ScheduleValidation {
  private ScheduleValidation() {}

  /**
   * Lambda that accepts a task.
   *
   * @param asked name in the request, which is that of a lambda or of a route
   * @param choice choice of a route; null if the caller named the lambda
   */
  record Target(LambdaDefinition lambda, LambdaName asked, Route.@Nullable Choice choice) {
    /** Returns the requested priority; empty for the lambda's default. */
    String priority(ScheduleRequest request) {
      return choice == null || choice.priority() == null
          ? request.getPriority()
          : choice.priority().value();
    }

    /** Returns the collection of the task; empty if it has none. */
    String collection(ScheduleRequest request) {
      return choice == null || choice.collection() == null
          ? request.getCollection()
          : choice.collection().value();
    }

    @Nullable RoutedBy routedBy() {
      return choice == null ? null : choice.by();
    }
  }

  /**
   * Idempotency key of a request.
   *
   * @param taskId id of the task in every request with the key
   * @param fingerprint fingerprint of this request
   */
  record Key(TaskId taskId, String fingerprint) {}

  /**
   * Returns the entity of a requested task.
   *
   * @param freshId the task's id if the request has no idempotency key
   * @param now current time in whole milliseconds
   * @return empty if violations were added
   */
  static Optional<TaskEntity> task(
      ScheduleRequest request, Target target, TaskId freshId, Instant now, Violations violations) {
    var lambda = target.lambda();
    var payload = payload(request, lambda, violations);
    var priority = ScheduleRules.priority(target.priority(request), lambda, violations);
    var collection = ScheduleRules.collection(target.collection(request), violations);
    var times = ScheduleTimes.of(request, lambda, now, violations);
    ScheduleRules.labels(request.getLabelsMap(), violations);
    var taskId =
        request.hasIdempotencyKey()
            ? violations.parse(() -> keyedId(request, target.asked()), freshId)
            : freshId;
    var key = ScheduleRules.orderingKey(request.getOrderingKey(), violations);
    var fairnessKey = ScheduleRules.fairnessKey(request.getFairnessKey(), lambda, violations);
    var files = FileRules.files(request, violations);
    if (!violations.isEmpty()) {
      return Optional.empty();
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
            // With one of these keys, the association is kept longer than the entity, so that a
            // repetition finds it and does not run the task again.
            request.hasIdempotencyKey() || key.isPresent()
                ? expiresAt.plus(ScheduleRules.KEPT_BEYOND_ENTITY)
                : null,
            key.map(k -> k.origin(taskId, lambda.name())).orElse(null),
            null,
            null,
            fairnessKey,
            target.routedBy());
    return Optional.of(
        new TaskEntity(
            header,
            payload,
            request.getLabelsMap(),
            fingerprint(target.asked(), request),
            files,
            expiresAt));
  }

  /**
   * Returns the common part of all tasks of a plan: payload, labels, priority, collection. If
   * violations were added to {@code violations}, the entity is meaningless.
   *
   * @param id id of the contents, which are not a task
   * @return the entity in the form in which it is stored while its plan lives
   */
  public static TaskEntity contents(
      ScheduleRequest request,
      LambdaDefinition lambda,
      TaskId id,
      Instant now,
      Violations violations) {
    var payload = payload(request, lambda, violations);
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
    var fingerprint = violations.isEmpty() ? fingerprint(lambda.name(), request) : "";
    return new TaskEntity(header, payload, request.getLabelsMap(), fingerprint, TaskEntity.NEVER);
  }

  private static Payload payload(
      ScheduleRequest request, LambdaDefinition lambda, Violations violations) {
    var contentType = request.getContentType();
    if (ScheduleRules.contentType(contentType, violations)
        && request.hasJson()
        && !contentType.isEmpty()
        && !new Payload(new byte[0], contentType).isJson()) {
      violations.add("contentType", contentType, "application/json, or none, together with json");
    }
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

  /**
   * Returns the idempotency key. It is also empty if the key or the payload is invalid, because no
   * such request was ever accepted.
   *
   * @param asked name that the caller gave
   */
  static Optional<Key> key(ScheduleRequest request, LambdaName asked) {
    if (!request.hasIdempotencyKey()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Key(keyedId(request, asked), fingerprint(asked, request)));
    } catch (InvalidFieldException e) {
      return Optional.empty();
    }
  }

  private static TaskId keyedId(ScheduleRequest request, LambdaName asked) {
    var key = WellFormed.require("idempotencyKey", request.getIdempotencyKey());
    return TaskId.ofKey(asked, new IdempotencyKey(key));
  }

  /**
   * Returns a hash of the request as it was sent. Times are hashed as the client wrote them, so
   * that a repetition of "now" or "in 5 s" has the same hash. Defaults are not filled in, so that a
   * changed default of the lambda does not change the hash. The order of JSON properties and labels
   * does not matter.
   */
  private static String fingerprint(LambdaName asked, ScheduleRequest request) {
    var canonical = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(canonical)) {
      text(out, asked.value());
      text(out, request.getPayloadCase().name());
      if (request.hasJson()) {
        bytes(out, JsonValues.canonicalText(JsonValues.toJson("json", request.getJson())));
      } else {
        out.writeInt(request.getData().size());
        request.getData().writeTo(out);
      }
      text(out, request.getContentType());
      text(out, request.getPriority());
      text(out, request.getCollection());
      out.writeBoolean(request.hasScheduledAt());
      bytes(out, request.getScheduledAt().toByteArray());
      out.writeBoolean(request.hasDelay());
      bytes(out, request.getDelay().toByteArray());
      out.writeBoolean(request.hasDeadline());
      bytes(out, request.getDeadline().toByteArray());
      for (var label : new TreeMap<>(request.getLabelsMap()).entrySet()) {
        text(out, label.getKey());
        text(out, label.getValue());
      }
      if (!request.getOrderingKey().isEmpty()) {
        // The length of a label is never negative. Requests without a key keep the hash that they
        // always had.
        out.writeInt(-1);
        text(out, request.getOrderingKey());
      }
      if (request.hasOnFinish()) {
        out.writeInt(-2);
        onFinish(out, request.getOnFinish());
      }
      if (!request.getFairnessKey().isEmpty()) {
        out.writeInt(-3);
        text(out, request.getFairnessKey());
      }
      if (request.getResourcesCount() + request.getOutputsCount() > 0) {
        out.writeInt(-4);
        files(out, request);
      }
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory", e);
    }
    return HexFormat.of().formatHex(Sha256.of(canonical.toByteArray()));
  }

  private static void onFinish(DataOutputStream out, OnFinish asked) throws IOException {
    var to = asked.getTo();
    text(out, to.getLambda());
    text(out, to.getPriority());
    text(out, to.getUrl());
    for (var header : new TreeMap<>(to.getHeadersMap()).entrySet()) {
      text(out, header.getKey());
      text(out, header.getValue());
    }
    out.writeInt(-1);
    bytes(
        out,
        to.hasContext()
            ? JsonValues.canonicalText(JsonValues.toJson("context", to.getContext()))
            : new byte[0]);
    for (var status : asked.getStatusesList()) {
      text(out, status.name());
    }
  }

  private static void files(DataOutputStream out, ScheduleRequest request) throws IOException {
    out.writeInt(request.getResourcesCount());
    for (var resource : request.getResourcesList()) {
      text(out, resource.getPath());
      text(out, resource.getSha256());
    }
    for (var pattern : request.getOutputsList()) {
      text(out, pattern);
    }
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    bytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
