package dev.atf.executor.core.attempt;

import dev.atf.executor.HealthCheck;
import io.opentelemetry.api.OpenTelemetry;
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

  public Optional<BoundHandler> find(String lambda) {
    return Optional.ofNullable(byLambda.get(lambda));
  }
}
