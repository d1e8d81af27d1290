package dev.atf.storeconsumer;

import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.runtime.Step;
import dev.atf.store.LambdaRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The registered lambdas as last read; kept when the registry cannot be read. */
@Singleton
final class LambdaDirectory implements Step {
  /**
   * @param interval between two readings: how long a new lambda may go unnoticed
   */
  record Settings(Duration interval) {}

  private final LambdaRegistry registry;
  private final Settings settings;
  private volatile Map<LambdaName, LambdaDefinition> lambdas = Map.of();

  @Inject
  LambdaDirectory(LambdaRegistry registry, Settings settings) {
    this.registry = registry;
    this.settings = settings;
  }

  @Override
  public Duration turn() {
    var read = new TreeMap<LambdaName, LambdaDefinition>();
    registry.list().forEach(lambda -> read.put(lambda.name(), lambda));
    if (!read.equals(lambdas)) {
      lambdas = read;
    }
    return settings.interval();
  }

  Optional<LambdaDefinition> find(LambdaName name) {
    return Optional.ofNullable(lambdas.get(name));
  }

  /** All lambdas by name; the same object until one of them changes. */
  Map<LambdaName, LambdaDefinition> view() {
    return lambdas;
  }
}
