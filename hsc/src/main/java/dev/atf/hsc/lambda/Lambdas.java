package dev.atf.hsc.lambda;

import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.Share;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Subscriptions;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.notice.SubscriptionRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lambdas as of the last read. A lambda that is missing there is read immediately, so that the
 * first claims of a newly registered lambda use its own settings.
 */
@Singleton
public final class Lambdas {
  private static final Logger log = LoggerFactory.getLogger(Lambdas.class);

  /**
   * Maximum number of absent lambdas that are remembered. For any other absent lambda, each call
   * reads the store.
   */
  private static final int ABSENT_MAX = 1_000;

  private final LambdaRegistry registry;
  private final SubscriptionRegistry subscriptionRegistry;
  private final LeaseTimes cluster;
  private final HscMetrics metrics;
  private volatile Map<LambdaName, LambdaDefinition> known = Map.of();
  private volatile Optional<Subscriptions> subscriptions = Optional.empty();

  /** Lambdas that were not registered when they were last read; cleared by the next read of all. */
  private final Set<LambdaName> absent = ConcurrentHashMap.newKeySet();

  @Inject
  Lambdas(
      LambdaRegistry registry,
      SubscriptionRegistry subscriptionRegistry,
      LeaseTimes cluster,
      HscMetrics metrics) {
    this.registry = registry;
    this.subscriptionRegistry = subscriptionRegistry;
    this.cluster = cluster;
    this.metrics = metrics;
  }

  /** Reads all subscriptions and lambdas again. Until this succeeds, the previous ones apply. */
  public void refresh() {
    subscriptions = Optional.of(subscriptionRegistry.read());
    known =
        registry.list().stream()
            .collect(Collectors.toMap(LambdaDefinition::name, Function.identity()));
    absent.clear();
  }

  /** Returns whether the lambda was registered when all were last read. It reads nothing. */
  public boolean isKnown(LambdaName name) {
    return known.containsKey(name);
  }

  /**
   * Returns the share of the calls for a lambda.
   *
   * @throws dev.atf.model.check.InvalidFieldException if the name is not valid
   */
  public Share share(String lambda) {
    return isKnown(new LambdaName(lambda)) ? Share.of(lambda) : Share.ofUnregistered(lambda);
  }

  public Optional<EffectiveLambda> find(LambdaName name) {
    var definition = known.get(name);
    var found = definition == null ? registry.find(name) : Optional.of(definition);
    return found.map(this::effective);
  }

  /**
   * Returns a lambda as it applies to attempts. A deleted lambda has the default settings, because
   * running attempts must still be able to end.
   */
  public EffectiveLambda effective(LambdaName name, Instant now) {
    return find(name).orElseGet(() -> ofDeleted(name, now));
  }

  /**
   * Returns a lambda for attempts that are already running. A missing lambda is remembered until
   * all lambdas are read again, so that not every heartbeat of a deleted lambda causes a read. A
   * claim must not rely on this, because a limit may have been set since then.
   */
  public EffectiveLambda effectiveForRunning(LambdaName name, Instant now) {
    return absent.contains(name) && !known.containsKey(name)
        ? ofDeleted(name, now)
        : effective(name, now);
  }

  private EffectiveLambda ofDeleted(LambdaName name, Instant now) {
    metrics.lambdaUnknown();
    if (absent.size() < ABSENT_MAX && absent.add(name)) {
      log.warn("lambda={} is not registered: its tasks run on the defaults", name);
    }
    return effective(LambdaDefinition.withDefaults(name, now));
  }

  private EffectiveLambda effective(LambdaDefinition lambda) {
    return EffectiveLambda.of(lambda, cluster, subscriptions().of(lambda.name()));
  }

  /**
   * Returns all subscriptions. No task ends before they are read for the first time, because a
   * process that has just started must not miss a subscription.
   */
  private Subscriptions subscriptions() {
    if (subscriptions.isEmpty()) {
      subscriptions = Optional.of(subscriptionRegistry.read());
    }
    return subscriptions.orElseThrow();
  }
}
