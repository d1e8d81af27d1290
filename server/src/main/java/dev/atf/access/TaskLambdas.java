package dev.atf.access;

import java.util.Optional;

/** Finds the lambda of a task, which never changes; a port of services that know tasks. */
@FunctionalInterface
public interface TaskLambdas {
  /** Lookup for services whose calls all name their lambda. */
  TaskLambdas NONE = taskId -> Optional.empty();

  /**
   * Returns the lambda of a task; empty if there is no such task.
   *
   * @throws RuntimeException if the argument is no id, or the lambda is unknown now; the service
   *     answers with it as with one of its handlers'
   */
  Optional<String> lambdaOf(String taskId);
}
