package dev.atf.frontend.task;

import com.google.protobuf.ByteString;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.origin.TaskOrigins;
import dev.atf.frontend.schedule.ScheduleSpans;
import dev.atf.frontend.schedule.Scheduler;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ResubmitTaskRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleResponse;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskContents;
import dev.atf.validation.ResourceCodec;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.TreeMap;

/**
 * Schedules a new task that repeats a finished one. The old task stays as it is, and a label of the
 * new task contains its id. Without an idempotency key, a repeated call schedules another task,
 * like Schedule.
 */
public final class Resubmission {
  /** Label of a resubmitted task with the id of the original task. */
  static final String LABEL = "atf-resubmitted-from";

  private final TaskAssociations associations;
  private final TaskContents contents;
  private final TaskOrigins origins;
  private final LambdaCache lambdas;
  private final Scheduler scheduler;

  @Inject
  Resubmission(
      TaskAssociations associations,
      TaskContents contents,
      TaskOrigins origins,
      LambdaCache lambdas,
      Scheduler scheduler) {
    this.associations = associations;
    this.contents = contents;
    this.origins = origins;
    this.lambdas = lambdas;
    this.scheduler = scheduler;
  }

  /**
   * Resubmits a task.
   *
   * @return the new task, or the task for which the idempotency key was used before
   * @throws StatusRuntimeException TASK_NOT_FOUND; TASK_RUNNING if the task has not ended;
   *     TASK_TOO_OLD if its contents are no longer stored; TASK_OF_JOB; or an error of Schedule
   */
  public ScheduleResponse resubmit(ResubmitTaskRequest request) {
    var taskId = new TaskId(request.getTaskId());
    var ended = associations.find(taskId).orElseThrow(() -> RpcErrors.taskNotFound(taskId.value()));
    return resubmit(ended, request);
  }

  /** Resubmits a task that was just read. The id in the request is ignored. */
  public ScheduleResponse resubmit(Association ended, ResubmitTaskRequest request) {
    var entity = check(ended);
    var lambda = lambdas.requireOpen(ended.header().lambda());
    return scheduler.schedule(again(ended, entity, request), lambda);
  }

  /**
   * Checks whether a task can be resubmitted, and changes nothing.
   *
   * @return the entity of the task
   * @throws StatusRuntimeException as {@link #resubmit(Association, ResubmitTaskRequest)}, as far
   *     as they concern the task itself
   */
  public TaskEntity check(Association ended) {
    if (!ended.status().finished()) {
      throw RpcErrors.of(
          ErrorReason.TASK_RUNNING,
          "task %s has not ended (%s): only a task that has can be resubmitted"
              .formatted(ended.taskId(), ended.status()));
    }
    origins
        .refuseResubmission(ended)
        .ifPresent(
            refusal -> {
              throw RpcErrors.of(refusal.reason(), refusal.message());
            });
    return contents
        .of(ended)
        .filter(found -> TaskView.isOf(found.header(), ended.header()))
        .orElseThrow(
            () ->
                RpcErrors.of(
                    ErrorReason.TASK_TOO_OLD,
                    "what task %s did is no longer kept; schedule a new task"
                        .formatted(ended.taskId())));
  }

  /** Returns whether a task was scheduled with this key before. */
  public boolean isMade(Association ended, String idempotencyKey) {
    var taskId = TaskId.ofKey(ended.header().lambda(), new IdempotencyKey(idempotencyKey));
    return associations.find(taskId).isPresent();
  }

  /** Returns the Schedule request of the new task. */
  private static ScheduleRequest again(
      Association ended, TaskEntity entity, ResubmitTaskRequest request) {
    var header = ended.header();
    var again =
        ScheduleRequest.newBuilder()
            .setLambda(header.lambda().value())
            .setPriority(
                request.getPriority().isEmpty() ? header.priority().value() : request.getPriority())
            .putAllLabels(labels(ended, entity))
            .addAllResources(ResourceCodec.proto(entity.files().resources()))
            .addAllOutputs(entity.files().outputs());
    if (header.collection() != null) {
      again.setCollection(header.collection().value());
    }
    if (header.fairnessKey() != null) {
      again.setFairnessKey(header.fairnessKey().value());
    }
    if (header.origin() != null && header.origin().isOrdered()) {
      again.setOrderingKey(header.origin().member());
    }
    switch (request.getPayloadCase()) {
      case JSON -> again.setJson(request.getJson());
      case DATA -> again.setData(request.getData());
      case PAYLOAD_NOT_SET -> {
        again.setContentType(entity.payload().contentType());
        if (!entity.payload().isEmpty()) {
          again.setData(ByteString.copyFrom(entity.payload().bytes()));
        }
      }
    }
    if (!request.getContentType().isEmpty()) {
      again.setContentType(request.getContentType());
    }
    if (request.hasScheduledAt()) {
      again.setScheduledAt(request.getScheduledAt());
    }
    if (request.hasDelay()) {
      again.setDelay(request.getDelay());
    }
    if (request.hasIdempotencyKey()) {
      again.setIdempotencyKey(request.getIdempotencyKey());
    }
    return again.build();
  }

  /**
   * Returns the old task's labels with its id as one more label, unless the limit on labels is
   * reached.
   */
  private static Map<String, String> labels(Association ended, TaskEntity entity) {
    var labels = new TreeMap<>(entity.labels());
    // The new task has the span of its own call.
    labels.remove(ScheduleSpans.LABEL);
    var before = Map.copyOf(labels);
    labels.put(LABEL, ended.taskId().value());
    var violations = new Violations();
    ScheduleRules.labels(labels, violations);
    return violations.isEmpty() ? labels : before;
  }
}
