package dev.atf.executor.core;

import java.util.Map;
import java.util.Optional;

/** The lambdas that this process has a handler for. */
public record Handlers(Map<String, BoundHandler> byLambda) {
  public Handlers {
    byLambda = Map.copyOf(byLambda);
  }

  public Optional<BoundHandler> find(String lambda) {
    return Optional.ofNullable(byLambda.get(lambda));
  }
}
