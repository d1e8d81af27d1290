package dev.atf.access;

import java.util.Optional;

/** Finds the lambda of a task, which never changes. Services that know tasks implement it. */
@FunctionalInterface
public interface TaskLambdas {
  /** Lookup for services whose calls all name their lambda. */
  TaskLambdas NONE = taskId -> Optional.empty();

  /**
   * Returns the lambda of a task; empty if there is no such task.
   *
   * @throws RuntimeException if the argument is not a task id, or the lambda cannot be read now;
   *     the service answers with it as with an exception of a handler
   */
  Optional<String> lambdaOf(String taskId);
}
