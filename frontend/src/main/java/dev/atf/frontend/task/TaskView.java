package dev.atf.frontend.task;

import com.google.protobuf.ByteString;
import dev.atf.frontend.origin.TaskOrigins;
import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.resource.Resource;
import dev.atf.model.task.Association;
import dev.atf.model.task.Join;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.JoinOfTask;
import dev.atf.protocol.v1.RoutedBy;
import dev.atf.protocol.v1.Task;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskContents;
import dev.atf.store.TaskEntities;
import dev.atf.validation.JsonValues;
import dev.atf.validation.ResourceCodec;
import dev.atf.validation.TaskStatusCodec;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Protocol form of a task for its owner, built from all stored items of the task. */
public final class TaskView {
  private final TaskAssociations associations;
  private final TaskEntities entities;
  private final TaskContents contents;
  private final TaskOrigins origins;

  @Inject
  TaskView(
      TaskAssociations associations,
      TaskEntities entities,
      TaskContents contents,
      TaskOrigins origins) {
    this.associations = associations;
    this.entities = entities;
    this.contents = contents;
    this.origins = origins;
  }

  /** Returns only state and times, as lists show them, without reading the store. */
  public Task brief(Association association) {
    return builder(association).build();
  }

  /**
   * Reads a task with all its stored items.
   *
   * @throws StatusRuntimeException TASK_NOT_FOUND, also if only an entity is stored, whose Schedule
   *     was never acknowledged
   */
  public Task read(TaskId taskId) {
    return read(
        associations.find(taskId).orElseThrow(() -> RpcErrors.taskNotFound(taskId.value())));
  }

  /** Reads the rest of a task that was just read or written. */
  public Task read(Association association) {
    var entity = contents.of(association);
    var result = resultOf(association);
    var task = builder(association);
    origins.showOwner(association.header(), task);
    entity
        // If a key is used again after its task's entity expired, this is another entity.
        .filter(found -> isOf(found.header(), association.header()))
        .ifPresent(
            found -> {
              task.putAllLabels(found.labels())
                  .setResubmittedFrom(found.labels().getOrDefault(Resubmission.LABEL, ""))
                  .addAllResources(ResourceCodec.proto(found.files().resources()))
                  .addAllOutputs(found.files().outputs());
              setPayload(task, found.payload());
            });
    Optional.ofNullable(association.notes().progress())
        .ifPresent(progress -> task.setProgress(progress(progress)));
    Optional.ofNullable(association.notes().checkpoint())
        .ifPresent(checkpoint -> task.setCheckpointBytes(checkpoint.bytes().length));
    association.childIds().forEach(id -> task.addChildTaskIds(id.value()));
    association.children().joins().forEach(join -> task.addJoins(join(join, association.ref())));
    task.addAllHistory(HistoryView.of(association));
    result.ifPresent(
        found ->
            asValue(found)
                .ifPresentOrElse(
                    task::setResultJson,
                    () -> task.setResultData(ByteString.copyFrom(found.bytes()))));
    task.addAllOutputFiles(ResourceCodec.proto(outputsOf(association, entity)));
    return task.build();
  }

  /** Reads the result, wherever it is stored. */
  private Optional<Payload> resultOf(Association association) {
    var outcome = association.outcome();
    if (outcome == null) {
      return Optional.empty();
    }
    return outcome.resultStoredApart()
        ? entities.findResult(association.taskId(), association.epoch())
        : Optional.ofNullable(outcome.result());
  }

  private List<Resource> outputsOf(Association association, Optional<TaskEntity> entity) {
    boolean made =
        association.status() == TaskStatus.SUCCESS
            && entity.filter(found -> !found.files().outputs().isEmpty()).isPresent();
    return made ? entities.findOutputs(association.taskId(), association.epoch()) : List.of();
  }

  /**
   * Returns whether both belong to the same task. Times are ignored, because they change when a
   * task is rescheduled or redriven.
   */
  static boolean isOf(TaskHeader entity, TaskHeader association) {
    return entity.taskId().equals(association.taskId())
        && entity.createdAt().equals(association.createdAt());
  }

  private Task.Builder builder(Association association) {
    var task = Task.newBuilder();
    setHeader(task, association.header());
    origins.show(association.header(), task);
    task.setStatus(TaskStatusCodec.proto(association.status()))
        .setAttempt(association.attempt())
        .setEpoch(association.epoch())
        .setCancelRequested(association.cancelRequested())
        .setKillRequested(association.isToBeKilled())
        .setChildrenPending(association.children().pending())
        .setChildrenCount(association.children().count());
    Optional.ofNullable(association.startedAt())
        .ifPresent(at -> task.setStartedAt(ProtoTimes.proto(at)));
    Optional.ofNullable(association.finishedAt())
        .ifPresent(at -> task.setFinishedAt(ProtoTimes.proto(at)));
    var trigger = association.trigger();
    if (trigger != null && trigger.alarm().rings() && !association.status().finished()) {
      task.setNextTriggerAt(ProtoTimes.proto(trigger.at()));
    }
    var lease = association.lease();
    if (lease != null) {
      task.setExecutorId(lease.owner().value());
      if (association.status().running()) {
        task.setLeaseUntil(ProtoTimes.proto(lease.until()));
      }
    }
    var block = association.block();
    if (block != null) {
      task.setBlockedCount(block.times());
      if (association.status() == TaskStatus.BLOCKED) {
        task.setCondition(block.condition().value());
      }
    }
    var outcome = association.outcome();
    if (outcome != null && outcome.failure() != null) {
      task.setFailure(failure(outcome.failure()));
    }
    return task;
  }

  private static JoinOfTask join(Join join, TaskRef parent) {
    return JoinOfTask.newBuilder()
        .setLambda(join.lambda().value())
        .setName(join.name(parent))
        .build();
  }

  private static void setHeader(Task.Builder task, TaskHeader header) {
    task.setTaskId(header.taskId().value())
        .setLambda(header.lambda().value())
        .setPriority(header.priority().value())
        .setCreatedAt(ProtoTimes.proto(header.createdAt()))
        .setScheduledAt(ProtoTimes.proto(header.scheduledAt()))
        .setDeadline(ProtoTimes.proto(header.deadline()));
    Optional.ofNullable(header.collection()).ifPresent(name -> task.setCollection(name.value()));
    Optional.ofNullable(header.fairnessKey()).ifPresent(key -> task.setFairnessKey(key.value()));
    Optional.ofNullable(header.routedBy()).ifPresent(by -> task.setRoutedBy(routedBy(by)));
    var parent = header.parent();
    if (parent != null) {
      task.setParentTaskId(parent.taskId().value()).setChildNumber(parent.child());
    }
  }

  private static RoutedBy routedBy(dev.atf.model.route.RoutedBy by) {
    return RoutedBy.newBuilder()
        .setRoute(by.route().value())
        .setRule(by.rule())
        .setVersion(by.version())
        .build();
  }

  private static void setPayload(Task.Builder task, Payload payload) {
    if (payload.isEmpty()) {
      return;
    }
    task.setContentType(payload.contentType());
    asValue(payload)
        .ifPresentOrElse(task::setJson, () -> task.setData(ByteString.copyFrom(payload.bytes())));
  }

  /** Returns the progress, as text if it is JSON that a Value would change. */
  private static com.google.protobuf.Value progress(Payload progress) {
    return JsonValues.toValue(progress.bytes())
        .orElseGet(
            () ->
                com.google.protobuf.Value.newBuilder()
                    .setStringValue(new String(progress.bytes(), StandardCharsets.UTF_8))
                    .build());
  }

  private static Optional<com.google.protobuf.Value> asValue(Payload payload) {
    return payload.isJson() ? JsonValues.toValue(payload.bytes()) : Optional.empty();
  }

  /** Returns the protocol form of a failure. */
  public static dev.atf.protocol.v1.Failure failure(Failure failure) {
    return dev.atf.protocol.v1.Failure.newBuilder()
        .setCode(failure.code())
        .setMessage(failure.message())
        .setDetails(failure.details())
        .setRetriable(failure.retriable())
        .build();
  }
}
