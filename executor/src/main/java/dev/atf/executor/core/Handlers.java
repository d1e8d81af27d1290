package dev.atf.executor.core;

import java.util.Map;
import java.util.Optional;

/**
 * The lambdas that this process has a handler for.
 *
 * @param onVirtualThreads whether they are to run on virtual threads, where the JVM has them
 */
public record Handlers(Map<String, BoundHandler> byLambda, boolean onVirtualThreads) {
  public Handlers {
    byLambda = Map.copyOf(byLambda);
  }

  public Handlers(Map<String, BoundHandler> byLambda) {
    this(byLambda, false);
  }

  public Optional<BoundHandler> find(String lambda) {
    return Optional.ofNullable(byLambda.get(lambda));
  }
}
