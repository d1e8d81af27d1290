package dev.atf.store.memory;

import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.store.LambdaRegistry;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The registered lambdas, in memory. */
public final class InMemoryLambdaRegistry implements LambdaRegistry {
  private final TreeMap<LambdaName, LambdaDefinition> lambdas = new TreeMap<>();

  @Override
  public synchronized boolean put(
      LambdaDefinition definition, Optional<LambdaDefinition> expected) {
    if (!find(definition.name()).equals(expected)) {
      return false;
    }
    lambdas.put(definition.name(), definition);
    return true;
  }

  @Override
  public synchronized boolean delete(LambdaDefinition expected) {
    return lambdas.remove(expected.name(), expected);
  }

  @Override
  public synchronized Optional<LambdaDefinition> find(LambdaName name) {
    return Optional.ofNullable(lambdas.get(name));
  }

  @Override
  public synchronized List<LambdaDefinition> list() {
    return List.copyOf(lambdas.values());
  }
}
