package dev.atf.frontend.lambda;

import dev.atf.frontend.origin.TaskOrigins;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.route.RouteRegistry;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.Optional;

/** Reports what still uses a lambda: routes, its own tasks, and the owners of such tasks. */
final class LambdaUse {
  private final RouteRegistry routes;
  private final PendingTasks pending;
  private final TaskOrigins origins;

  @Inject
  LambdaUse(RouteRegistry routes, PendingTasks pending, TaskOrigins origins) {
    this.routes = routes;
    this.pending = pending;
    this.origins = origins;
  }

  /**
   * Refuses an operation if the lambda is still used. References in a queue do not count, because
   * all unfinished tasks are in the index.
   *
   * @param except task of the framework itself, which does not count
   * @throws StatusRuntimeException ROUTE_NAMES_IT, LAMBDA_NOT_EMPTY
   */
  void requireNone(LambdaDefinition lambda, Optional<TaskId> except) {
    routes.list().stream()
        .filter(route -> route.lambdas().contains(lambda.name()))
        .findFirst()
        .ifPresent(
            route -> {
              throw RpcErrors.of(
                  ErrorReason.ROUTE_NAMES_IT,
                  "lambda %s is named by route %s (expected: by none; change the route first)"
                      .formatted(lambda.name(), route.name()));
            });
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
