package dev.atf.frontend.task;

import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.resource.Resource;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Task;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskContents;
import dev.atf.store.TaskEntities;
import dev.atf.validation.ResourceCodec;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Reads one task with all its stored items. */
public final class TaskReading {
  private final TaskAssociations associations;
  private final TaskEntities entities;
  private final TaskContents contents;
  private final TaskView view;

  @Inject
  TaskReading(
      TaskAssociations associations, TaskEntities entities, TaskContents contents, TaskView view) {
    this.associations = associations;
    this.entities = entities;
    this.contents = contents;
    this.view = view;
  }

  /**
   * @throws StatusRuntimeException TASK_NOT_FOUND; also for an entity alone, whose Schedule was
   *     never acknowledged
   */
  public Task read(TaskId taskId) {
    return read(associations.find(taskId).orElseThrow(() -> notFound(taskId)));
  }

  /** Reads the rest of a task that was just read or written. */
  public Task read(Association association) {
    var entity = contents.of(association);
    return view.full(association, entity, resultOf(association)).toBuilder()
        .addAllOutputFiles(ResourceCodec.proto(outputsOf(association, entity)))
        .build();
  }

  private List<Resource> outputsOf(Association association, Optional<TaskEntity> entity) {
    boolean made =
        association.status() == TaskStatus.SUCCESS
            && entity.filter(found -> !found.files().outputs().isEmpty()).isPresent();
    return made ? entities.findOutputs(association.taskId(), association.epoch()) : List.of();
  }

  public static StatusRuntimeException notFound(TaskId taskId) {
    return RpcErrors.taskNotFound(taskId.value());
  }

  private Optional<Payload> resultOf(Association association) {
    var outcome = association.outcome();
    if (outcome == null) {
      return Optional.empty();
    }
    return outcome.resultStoredApart()
        ? entities.findResult(association.taskId(), association.epoch())
        : Optional.ofNullable(outcome.result());
  }
}
