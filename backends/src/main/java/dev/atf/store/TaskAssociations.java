package dev.atf.store;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Reads associations by task id, and creates new ones. */
public interface TaskAssociations {
  /**
   * Creates a task. This is the commit point of Schedule.
   *
   * @return false if the task already had an association, which is not changed
   * @throws StoreOutcomeUnknownException if the task may or may not have been created
   */
  boolean create(Association association);

  /**
   * Finds an association. The read is strongly consistent: it sees every write that was answered
   * before.
   */
  Optional<Association> find(TaskId taskId);

  /**
   * Returns the existing tasks among the given ones, at most 1,000 in one call. The read is
   * eventually consistent.
   */
  Map<TaskId, Association> findAll(Collection<TaskId> taskIds);
}
