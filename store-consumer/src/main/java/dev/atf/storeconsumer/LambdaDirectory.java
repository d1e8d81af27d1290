package dev.atf.storeconsumer;

import dev.atf.model.Gates;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.runtime.Step;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The registered lambdas and their gates as last read; both are kept when they cannot be read, so
 * that a pause outlives an absent store.
 */
@Singleton
final class LambdaDirectory implements Step {
  /**
   * @param interval between two readings: how long a new lambda or gate may go unnoticed
   */
  record Settings(Duration interval) {}

  private final LambdaRegistry registry;
  private final GateRegistry gateRegistry;
  private final Settings settings;
  private volatile Map<LambdaName, LambdaDefinition> lambdas = Map.of();
  private volatile Gates gates = Gates.NONE;
  private volatile Runnable whenGatesChange = () -> {};

  @Inject
  LambdaDirectory(LambdaRegistry registry, GateRegistry gateRegistry, Settings settings) {
    this.registry = registry;
    this.gateRegistry = gateRegistry;
    this.settings = settings;
  }

  /** Names what to do when a gate was set: wake whoever reads behind it. */
  void whenGatesChange(Runnable action) {
    whenGatesChange = action;
  }

  /** Reads the gates first: a lambda is never known here before the gate that was set for it. */
  @Override
  public Duration turn() {
    var readGates = gateRegistry.read();
    boolean changed = !readGates.equals(gates);
    if (changed) {
      gates = readGates;
    }
    var read = new TreeMap<LambdaName, LambdaDefinition>();
    registry.list().forEach(lambda -> read.put(lambda.name(), lambda));
    if (!read.equals(lambdas)) {
      lambdas = read;
    }
    if (changed) {
      whenGatesChange.run();
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

  /** All gates; the same object until one of them is set. */
  Gates gates() {
    return gates;
  }
}
