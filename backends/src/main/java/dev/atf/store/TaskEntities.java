package dev.atf.store;

import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.resource.Resource;
import dev.atf.model.task.TaskEntity;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Contents of tasks, large results, logs and lists of outputs. These items are written once, and
 * only their expiry may change. The store consumer has no access.
 */
public interface TaskEntities {
  /**
   * Puts an entity if none is stored under its id.
   *
   * @return the stored entity if there was one; empty if this call has written the entity
   * @throws StoreOutcomeUnknownException if the entity was possibly not written; the call can be
   *     repeated
   */
  Optional<TaskEntity> putIfAbsent(TaskEntity entity);

  /**
   * Replaces an entity that is no longer needed, or that no longer exists.
   *
   * @param seen entity as it was read; any other stored entity is not changed
   * @return the stored entity if it was not replaced; empty if this call has written the new one
   * @throws StoreOutcomeUnknownException if the entity was possibly not written; a repeated call
   *     may return the entity that the first call has written
   */
  Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity);

  /**
   * Sets the expiry of an entity. It is only used for replaced contents of a plan. Does nothing if
   * there is no entity.
   *
   * @param at time of expiry, which is cut to whole seconds
   */
  void setExpiry(TaskId taskId, Instant at);

  /** Finds an entity. The read is strongly consistent. */
  Optional<TaskEntity> findEntity(TaskId taskId);

  /**
   * Returns the existing entities of tasks, at most 1,000 in one call. The read is strongly
   * consistent.
   */
  Map<TaskId, TaskEntity> findEntities(Collection<TaskId> taskIds);

  /**
   * Writes a result that is too large for the association. It must be durable before the outcome
   * that points to it. If that outcome is refused, the item is deleted when it expires.
   *
   * @param epoch epoch of the attempt that returned the result; each attempt writes its own item,
   *     and a second result of the same epoch changes nothing
   */
  void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt);

  /** Finds a result. The read is strongly consistent. */
  Optional<Payload> findResult(TaskId taskId, long epoch);

  /**
   * Writes a part of an attempt's log. An existing part is not changed.
   *
   * @param epoch epoch of the attempt
   * @param number number of the part, from 1, without gaps
   */
  void putLog(TaskId taskId, long epoch, int number, Payload part, Instant expiresAt);

  /**
   * Returns consecutive parts of a log. The read is strongly consistent.
   *
   * @param from number of the first part
   */
  List<Payload> findLog(TaskId taskId, long epoch, int from, int most);

  /**
   * Writes the list of the files that an attempt has produced. It becomes the task's list if the
   * attempt's success is recorded, and must be durable before that.
   *
   * @param epoch epoch of the attempt; a second list of the same epoch changes nothing
   */
  void putOutputs(TaskId taskId, long epoch, List<Resource> outputs, Instant expiresAt);

  /** Returns the files that an attempt has produced. The read is strongly consistent. */
  List<Resource> findOutputs(TaskId taskId, long epoch);
}
