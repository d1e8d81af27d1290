package dev.atf.executor.core.attempt;

import io.opentelemetry.api.OpenTelemetry;
import java.util.Map;
import java.util.Optional;

/**
 * The lambdas that this process has a handler for.
 *
 * @param onVirtualThreads whether they are to run on virtual threads, where the JVM has them
 * @param openTelemetry where the program's own spans go, and those of attempts with them; empty:
 *     where the settings say
 */
public record Handlers(
    Map<String, BoundHandler> byLambda,
    boolean onVirtualThreads,
    Optional<OpenTelemetry> openTelemetry) {
  public Handlers {
    byLambda = Map.copyOf(byLambda);
  }

  public Handlers(Map<String, BoundHandler> byLambda) {
    this(byLambda, false, Optional.empty());
  }

  public Optional<BoundHandler> find(String lambda) {
    return Optional.ofNullable(byLambda.get(lambda));
  }
}
