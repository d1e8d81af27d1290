package dev.atf.frontend.lambda;

import dev.atf.frontend.task.TaskOrigins;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.Optional;

/** Tells by what a lambda is still used: its own tasks, and what owns tasks of it. */
final class LambdaUse {
  private final PendingTasks pending;
  private final TaskOrigins origins;

  @Inject
  LambdaUse(PendingTasks pending, TaskOrigins origins) {
    this.pending = pending;
    this.origins = origins;
  }

  /**
   * Refuses if there is any. References that wait in a queue do not count: those of unfinished
   * tasks are in the index.
   *
   * @param except a task of the framework's own, which does not count
   * @throws StatusRuntimeException LAMBDA_NOT_EMPTY
   */
  void requireNone(LambdaDefinition lambda, Optional<TaskId> except) {
    if (pending.any(lambda, except)) {
      throw notEmpty(
          "lambda %s has %s unfinished tasks (expected: none; cancel them, or drop them by its gate)"
              .formatted(lambda.name(), pending.count(lambda)));
    }
    origins
        .usesOf(lambda)
        .findFirst()
        .ifPresent(
            use -> {
              throw notEmpty("lambda %s %s".formatted(lambda.name(), use));
            });
  }

  private static StatusRuntimeException notEmpty(String message) {
    return RpcErrors.of(ErrorReason.LAMBDA_NOT_EMPTY, message);
  }
}
