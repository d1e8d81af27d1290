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
 * Contents of tasks, large results, logs and lists of outputs. These items are written once; only
 * their expiry may change. The store consumer has no access.
 */
public interface TaskEntities {
  /**
   * Puts an entity if there is none under its id.
   *
   * @return the stored entity if there was one before; empty if this call has written it
   * @throws StoreOutcomeUnknownException if it was possibly not written; repeating is safe
   */
  Optional<TaskEntity> putIfAbsent(TaskEntity entity);

  /**
   * Replaces an entity that is no longer needed, or that no longer exists.
   *
   * @param seen the entity as it was read; any other one is not changed
   * @return the entity that is stored now, if it is not this one; empty if this call has written it
   * @throws StoreOutcomeUnknownException if it was possibly not written; repeating is safe, and may
   *     answer with the entity that the first try put
   */
  Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity);

  /**
   * Sets the expiry of an entity. Used only for the replacement of a plan's contents. Does nothing
   * if there is no entity.
   *
   * @param at cut to whole seconds
   */
  void setExpiry(TaskId taskId, Instant at);

  /** Finds an entity. Strongly consistent. */
  Optional<TaskEntity> findEntity(TaskId taskId);

  /**
   * Returns the entities of the given tasks that exist, at most 1,000 in one call; strongly
   * consistent.
   */
  Map<TaskId, TaskEntity> findEntities(Collection<TaskId> taskIds);

  /**
   * Writes a result that is too large for the association. It must be durable before the outcome
   * that points to it. If that outcome is refused, the item is deleted when it expires.
   *
   * @param epoch epoch of the attempt that returned it; each attempt writes its own item, and a
   *     second result of the same epoch changes nothing
   */
  void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt);

  /** Finds a result. Strongly consistent. */
  Optional<Payload> findResult(TaskId taskId, long epoch);

  /**
   * Writes a part of an attempt's log. An existing part is not changed.
   *
   * @param epoch of the attempt
   * @param number of the part, from 1, without gaps
   */
  void putLog(TaskId taskId, long epoch, int number, Payload part, Instant expiresAt);

  /**
   * Returns the parts of a log that follow one another, in their order. Strongly consistent.
   *
   * @param from number of the first
   */
  List<Payload> findLog(TaskId taskId, long epoch, int from, int most);

  /**
   * Writes the list of the files that an attempt has produced. It becomes the task's list if the
   * attempt's success is recorded, and must be durable before that.
   *
   * @param epoch epoch of the attempt; a second list of the same epoch changes nothing
   */
  void putOutputs(TaskId taskId, long epoch, List<Resource> outputs, Instant expiresAt);

  /** Returns the files that an attempt has produced. Strongly consistent. */
  List<Resource> findOutputs(TaskId taskId, long epoch);
}
