package dev.atf.executor.core.attempt;

import dev.atf.executor.HealthCheck;
import dev.atf.executor.WorkerDefinition;
import io.opentelemetry.api.OpenTelemetry;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Handlers of this process by lambda.
 *
 * @param onVirtualThreads whether they run on virtual threads, where the JVM has them
 * @param openTelemetry the program's own instance, which the spans of attempts go to; empty: they
 *     go where the settings say
 * @param healthCheck of this process; empty: it has none
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

  /** Returns the handlers of a worker, within its interceptors. */
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
}
