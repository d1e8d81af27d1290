package dev.atf.storeconsumer.plans;

import dev.atf.model.LambdaName;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.PlanId;
import dev.atf.store.StoreException;
import dev.atf.store.plans.Plans;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gauges of the conditions that this consumer supervises: the number of waiting tasks, and for each
 * lambda the time for which its oldest condition has been closed. For a condition that closes again
 * before all of its tasks were released, the time counts from its first closing. Thread-safe.
 */
@Singleton
final class ConditionGauges {
  private static final Logger log = LoggerFactory.getLogger(ConditionGauges.class);

  /**
   * Time after which a condition without a check is forgotten. It is longer than the longest pause
   * between two checks of a closed condition.
   */
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  /** Time between two counts of a condition's tasks. Each count reads a page. */
  private static final Duration COUNTED_EVERY = Duration.ofMinutes(1);

  /** Maximum number of tasks of one condition that are counted. */
  private static final int COUNTED_MAX = 1_000;

  private record Closed(
      LambdaName lambda, Instant since, int tasks, Instant countedAt, Instant at) {}

  private final Plans plans;
  private final MeterRegistry registry;
  private final InstantSource clock;
  private final Map<PlanId, Closed> closed = new ConcurrentHashMap<>();
  private final Set<LambdaName> lambdas = ConcurrentHashMap.newKeySet();

  @Inject
  ConditionGauges(Plans plans, MeterRegistry registry, InstantSource clock) {
    this.plans = plans;
    this.registry = registry;
    this.clock = clock;
  }

  /** Records the latest version of a condition. */
  void seen(ConditionRow row, Instant now) {
    var plan = row.plan();
    var before = closed.get(plan.id());
    boolean isClear = row.state().phase() == ConditionPhase.CLEAR;
    if (row.rests() || (isClear && before == null)) {
      closed.remove(plan.id());
      return;
    }
    var since = before == null ? row.state().closedAt() : before.since();
    closed.put(
        plan.id(),
        before != null
                && !before.countedAt().isAfter(now)
                && before.countedAt().plus(COUNTED_EVERY).isAfter(now)
            ? new Closed(plan.lambda(), since, before.tasks(), before.countedAt(), now)
            : new Closed(plan.lambda(), since, count(plan.id()), now, now));
    if (lambdas.add(plan.lambda())) {
      register("atf.consumer.blocked", plan.lambda(), this::tasks);
      register("atf.consumer.condition.age.seconds", plan.lambda(), this::age);
    }
  }

  /**
   * Counts the waiting tasks. Returns 0 if the store does not answer, because a gauge must not fail
   * other work.
   */
  private int count(PlanId condition) {
    try {
      return plans.parts(condition, "", COUNTED_MAX).size();
    } catch (StoreException e) {
      log.warn("the tasks of condition {} could not be counted: {}", condition, e.toString());
      return 0;
    }
  }

  private void register(String name, LambdaName lambda, ToDoubleFunction<LambdaName> value) {
    Gauge.builder(name, lambda, value)
        .tag("lambda", lambda.value())
        .strongReference(true)
        .register(registry);
  }

  private double tasks(LambdaName lambda) {
    return of(lambda).mapToInt(Closed::tasks).sum();
  }

  private double age(LambdaName lambda) {
    var now = clock.instant();
    return of(lambda)
        .mapToDouble(one -> Duration.between(one.since(), now).toMillis() / 1000.0)
        .max()
        .orElse(0);
  }

  private Stream<Closed> of(LambdaName lambda) {
    var after = clock.instant().minus(FORGOTTEN_AFTER);
    closed.values().removeIf(one -> one.at().isBefore(after));
    return closed.values().stream().filter(one -> one.lambda().equals(lambda));
  }
}
