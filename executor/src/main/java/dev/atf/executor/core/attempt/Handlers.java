package dev.atf.executor.core.attempt;

import dev.atf.executor.HealthCheck;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskCall;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.TaskInterceptor;
import dev.atf.executor.WorkerDefinition;
import io.opentelemetry.api.OpenTelemetry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Handlers of this process by lambda.
 *
 * @param onVirtualThreads whether they run on virtual threads if the JVM has them
 * @param openTelemetry the program's own instance, which receives the spans of attempts; if empty,
 *     the settings determine where they are sent
 * @param healthCheck health check of this process; empty if it has none
 */
public record Handlers(
    Map<String, BoundHandler> byLambda,
    boolean onVirtualThreads,
    Optional<OpenTelemetry> openTelemetry,
    Optional<HealthCheck> healthCheck) {
  public Handlers {
    byLambda = Map.copyOf(byLambda);
  }

  public Handlers(Map<String, BoundHandler> byLambda) {
    this(byLambda, false, Optional.empty(), Optional.empty());
  }

  /** Returns the handlers of a worker, wrapped in its interceptors. */
  public static Handlers of(WorkerDefinition definition) {
    var handlers = new HashMap<String, BoundHandler>();
    definition
        .handlers()
        .forEach((lambda, handler) -> handlers.put(lambda, bound(definition, handler)));
    return new Handlers(
        handlers,
        definition.virtualThreads(),
        definition.openTelemetry(),
        definition.healthCheck());
  }

  private static <T> BoundHandler bound(
      WorkerDefinition definition, WorkerDefinition.Handler<T> handler) {
    return BoundHandler.of(
        new PayloadReader<>(definition.json(), handler.payloadType()),
        new Intercepted<>(definition.interceptors(), handler.handler()));
  }

  public Optional<BoundHandler> find(String lambda) {
    return Optional.ofNullable(byLambda.get(lambda));
  }

  /**
   * Handler wrapped in its interceptors.
   *
   * @param interceptors outermost first
   */
  private record Intercepted<T>(List<TaskInterceptor> interceptors, TaskHandler<T> handler)
      implements TaskHandler<T> {
    @Override
    public Outcome handle(T payload, TaskContext context) throws Exception {
      return new Call<>(this, payload, context, 0).proceed();
    }
  }

  /**
   * Call of the interceptor or handler at a depth.
   *
   * @param depth number of interceptors around it
   */
  private record Call<T>(Intercepted<T> target, T input, TaskContext context, int depth)
      implements TaskCall {
    @Override
    public Object payload() {
      return input;
    }

    @Override
    public Outcome proceed() throws Exception {
      return depth == target.interceptors.size()
          ? target.handler.handle(input, context)
          : target.interceptors.get(depth).intercept(new Call<>(target, input, context, depth + 1));
    }
  }
}
