package dev.atf.store;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notice;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.notice.NoticePayload;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of the contents of tasks. Usually the content is the task's own entity. For a task that a
 * plan has created, it is the plan's contents with the task's header. For a notice, it is the
 * reported end.
 */
public final class TaskContents {
  private static final Logger log = LoggerFactory.getLogger(TaskContents.class);

  private final TaskEntities entities;
  private final TaskAssociations associations;

  @Inject
  TaskContents(TaskEntities entities, TaskAssociations associations) {
    this.entities = entities;
    this.associations = associations;
  }

  /**
   * Reads contents. It needs one request for all tasks with their own entity, and two more for each
   * other task. The read is strongly consistent.
   *
   * @param taskIds at most 1,000
   * @return those that exist and can be interpreted
   */
  public Map<TaskId, TaskEntity> of(Collection<TaskId> taskIds) {
    var found = new TreeMap<>(entities.findEntities(taskIds));
    for (var taskId : taskIds) {
      if (!found.containsKey(taskId)) {
        readable(taskId).ifPresent(entity -> found.put(taskId, entity));
      }
    }
    return found;
  }

  /** Returns nothing if a row cannot be interpreted, which must not hide the other tasks. */
  private Optional<TaskEntity> readable(TaskId taskId) {
    try {
      return associations.find(taskId).flatMap(this::of);
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      log.warn("the contents of taskId={} cannot be read: {}", taskId, e.toString());
      return Optional.empty();
    }
  }

  /** Returns the contents of a task that was just read. Strongly consistent. */
  public Optional<TaskEntity> of(Association task) {
    return entities
        .findEntity(task.header().contents())
        .map(entity -> under(task.header(), entity));
  }

  /** Returns the entity with the task's header. A task's own entity is not changed. */
  private static TaskEntity under(TaskHeader header, TaskEntity entity) {
    if (entity.taskId().equals(header.taskId())) {
      return entity;
    }
    var payload =
        Notice.of(header)
            .map(notice -> NoticePayload.of(notice, entity.payload()))
            .orElseGet(entity::payload);
    return entity.with(shown -> shown.header(header).payload(payload));
  }
}
