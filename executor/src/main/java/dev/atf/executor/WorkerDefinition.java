package dev.atf.executor;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.api.OpenTelemetry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parts that a {@link WorkerBuilder} was given, for the code that runs the worker.
 *
 * @param handlers handlers by lambda
 * @param interceptors interceptors of all handlers, outermost first
 * @param virtualThreads whether handlers run on virtual threads if the JVM has them
 * @param openTelemetry the program's own instance, which receives the spans of attempts; if empty,
 *     the settings determine where they are sent
 * @param healthCheck health check of the process; empty if it has none
 * @param json mapper that reads payloads and writes results
 */
public record WorkerDefinition(
    ExecutorConfig config,
    Map<String, Handler<?>> handlers,
    List<TaskInterceptor> interceptors,
    boolean virtualThreads,
    Optional<OpenTelemetry> openTelemetry,
    Optional<HealthCheck> healthCheck,
    ObjectMapper json) {

  /**
   * Handler of one lambda.
   *
   * @param payloadType type as which {@link WorkerDefinition#json} reads payloads
   */
  public record Handler<T>(JavaType payloadType, TaskHandler<T> handler) {}

  public WorkerDefinition {
    handlers = Map.copyOf(handlers);
    interceptors = List.copyOf(interceptors);
  }
}
