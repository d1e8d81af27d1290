package dev.atf.store.memory;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.DeletedLambda;
import dev.atf.store.LambdaRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Registered lambdas in memory. */
public final class InMemoryLambdaRegistry implements LambdaRegistry {
  private final TreeMap<LambdaName, LambdaDefinition> lambdas = new TreeMap<>();
  private final TreeMap<LambdaName, DeletedLambda> deleted = new TreeMap<>();

  @Override
  public synchronized boolean put(
      LambdaDefinition definition, Optional<LambdaDefinition> expected) {
    if (!find(definition.name()).equals(expected)) {
      return false;
    }
    lambdas.put(definition.name(), definition);
    deleted.remove(definition.name());
    return true;
  }

  @Override
  public synchronized boolean delete(LambdaDefinition expected, Instant now) {
    boolean removed = lambdas.remove(expected.name(), expected);
    if (removed) {
      deleted.put(expected.name(), new DeletedLambda(expected, now));
    }
    return removed;
  }

  @Override
  public synchronized List<DeletedLambda> deleted() {
    return List.copyOf(deleted.values());
  }

  @Override
  public synchronized void forget(DeletedLambda lambda) {
    deleted.remove(lambda.lambda().name(), lambda);
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
