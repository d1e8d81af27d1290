package dev.atf.access;

import java.util.Optional;

/** Finds the lambda of a task, which never changes; a port of those who know tasks. */
@FunctionalInterface
public interface TaskLambdas {
  /** For services whose calls all name their lambda. */
  TaskLambdas NONE = taskId -> Optional.empty();

  /**
   * Empty if there is no such task.
   *
   * @throws RuntimeException if what was given is no id, or nobody can tell now; the service
   *     answers with it as with one of its handlers'
   */
  Optional<String> lambdaOf(String taskId);
}
