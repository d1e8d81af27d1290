package dev.atf.frontend.task;

import dev.atf.access.TaskLambdas;
import dev.atf.model.TaskId;
import dev.atf.store.TaskAssociations;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Reads the lambda of a task. This costs one more read for each call that names a task, but only if
 * callers have rights.
 */
public final class StoredTaskLambdas implements TaskLambdas {
  private final TaskAssociations associations;

  @Inject
  StoredTaskLambdas(TaskAssociations associations) {
    this.associations = associations;
  }

  @Override
  public Optional<String> lambdaOf(String taskId) {
    return associations.find(new TaskId(taskId)).map(task -> task.header().lambda().value());
  }
}
