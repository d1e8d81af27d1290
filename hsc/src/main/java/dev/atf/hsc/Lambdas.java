package dev.atf.hsc;

import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.model.LeaseTimes;
import dev.atf.store.LambdaRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lambdas as last read. One that is not among them is looked up at once, so that the first
 * claims of a lambda just registered run on its own terms.
 */
@Singleton
final class Lambdas {
  private static final Logger log = LoggerFactory.getLogger(Lambdas.class);

  private final LambdaRegistry registry;
  private final LeaseTimes cluster;
  private final HscMetrics metrics;
  private volatile Map<LambdaName, LambdaDefinition> known = Map.of();

  @Inject
  Lambdas(LambdaRegistry registry, LeaseTimes cluster, HscMetrics metrics) {
    this.registry = registry;
    this.cluster = cluster;
    this.metrics = metrics;
  }

  /** Reads all anew; until the next success those read before stay in force. */
  void refresh() {
    known =
        registry.list().stream()
            .collect(Collectors.toUnmodifiableMap(LambdaDefinition::name, Function.identity()));
  }

  Optional<Terms> find(LambdaName name) {
    var definition = known.get(name);
    var found = definition == null ? registry.find(name) : Optional.of(definition);
    return found.map(lambda -> Terms.of(lambda, cluster));
  }

  /**
   * The terms of {@code name}; the defaults if it was deleted, for what runs must still be able to
   * end.
   */
  Terms terms(LambdaName name, Instant now) {
    return find(name).orElseGet(() -> ofDeleted(name, now));
  }

  private Terms ofDeleted(LambdaName name, Instant now) {
    metrics.lambdaUnknown();
    log.warn("lambda={} is not registered: its tasks run on the defaults", name);
    return Terms.of(LambdaDefinition.withDefaults(name, now), cluster);
  }
}
