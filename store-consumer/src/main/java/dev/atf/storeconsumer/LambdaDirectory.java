package dev.atf.storeconsumer;

import dev.atf.model.Gates;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.runtime.MonotonicClock;
import dev.atf.runtime.Step;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registered lambdas and their gates as last read; both are kept when they cannot be read, so
 * that a pause outlives an absent store.
 *
 * <p>A lambda that is not found any more is kept for a while: the list is eventually consistent,
 * and a task that was let in just before the deletion must not be stranded (F21).
 */
@Singleton
final class LambdaDirectory implements Step {
  private static final Logger log = LoggerFactory.getLogger(LambdaDirectory.class);

  /**
   * Chosen: more than a frontend takes to learn of a deletion (1 s), to finish a write that is
   * under way (30 s), and the index to show it (5 s).
   */
  static final Duration KEPT_FOR = Duration.ofMinutes(1);

  /**
   * @param interval between two readings: how long a new lambda or gate may go unnoticed
   */
  record Settings(Duration interval) {}

  private final LambdaRegistry registry;
  private final GateRegistry gateRegistry;
  private final Settings settings;
  private final MonotonicClock clock;
  private final Map<LambdaName, Long> missingSince = new HashMap<>();
  private volatile Map<LambdaName, LambdaDefinition> lambdas = Map.of();
  private volatile Gates gates = Gates.NONE;
  private volatile Runnable whenGatesChange = () -> {};

  @Inject
  LambdaDirectory(
      LambdaRegistry registry, GateRegistry gateRegistry, Settings settings, MonotonicClock clock) {
    this.registry = registry;
    this.gateRegistry = gateRegistry;
    this.settings = settings;
    this.clock = clock;
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
    keepMissing(read);
    if (!read.equals(lambdas)) {
      lambdas = read;
    }
    if (changed) {
      whenGatesChange.run();
    }
    return settings.interval();
  }

  /** A lambda as it stands now, not as it was read last: for what is decided once and for all. */
  LambdaDefinition anew(LambdaDefinition known) {
    return registry.find(known.name()).orElse(known);
  }

  private void keepMissing(Map<LambdaName, LambdaDefinition> read) {
    missingSince.keySet().removeAll(read.keySet());
    for (var known : lambdas.values()) {
      if (read.containsKey(known.name())) {
        continue;
      }
      long since = missingSince.computeIfAbsent(known.name(), name -> clock.nanos());
      if (clock.since(since).compareTo(KEPT_FOR) < 0) {
        read.put(known.name(), known);
      } else {
        missingSince.remove(known.name());
        log.info("lambda={} is not registered any more and is not polled", known.name());
      }
    }
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
