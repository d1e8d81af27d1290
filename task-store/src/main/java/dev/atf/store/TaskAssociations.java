package dev.atf.store;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Reads associations by task id, and makes new ones. */
public interface TaskAssociations {
  /**
   * Makes a task: the commit point of Schedule.
   *
   * @return false if the task had an association already; it is untouched
   * @throws StoreOutcomeUnknownException if it may or may not have been made
   */
  boolean create(Association association);

  /** Finds an association. Strongly consistent: sees every write that was answered before. */
  Optional<Association> find(TaskId taskId);

  /**
   * Returns those of the given tasks that exist; at most 1,000 at a time; eventually consistent.
   */
  Map<TaskId, Association> findAll(Collection<TaskId> taskIds);
}
