package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.queue.QueueName;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics that explain why no work flows. */
@Singleton
final class ControllerMetrics {
  private final MeterRegistry metrics;
  private final Counter notDue;
  private final Set<LambdaName> watched = ConcurrentHashMap.newKeySet();

  @Inject
  ControllerMetrics(MeterRegistry metrics) {
    this.metrics = metrics;
    // The counter is registered at the start, because an alarm on a counter that appears with its
    // first event misses that event.
    this.notDue = metrics.counter("atf.controller.not.due");
  }

  void watch(QueueName queue, TaskMatcher matcher) {
    Gauge.builder("atf.controller.buffered", matcher, m -> m.bufferedCount(queue))
        .tag("lambda", queue.lambda().value())
        .tag("priority", queue.priority().value())
        .register(metrics);
  }

  /** Watches a lambda. Does nothing if it is already watched. */
  void watch(LambdaName lambda, TaskMatcher matcher) {
    if (!watched.add(lambda)) {
      return;
    }
    Gauge.builder("atf.controller.waiting", matcher, m -> m.waitingCount(lambda))
        .tag("lambda", lambda.value())
        .register(metrics);
  }

  void received(QueueName queue, int count) {
    metrics
        .counter(
            "atf.controller.received",
            "lambda",
            queue.lambda().value(),
            "priority",
            queue.priority().value())
        .increment(count);
  }

  /** Counts the verdicts of claims, each kind under its own name. */
  void verdicts(LambdaName lambda, List<ClaimVerdict> verdicts) {
    var counts = new TreeMap<String, Integer>();
    for (var verdict : verdicts) {
      var name = verdict.hasClaimed() ? "CLAIMED" : verdict.getRefused().getReason().name();
      counts.merge(name.toLowerCase(Locale.ROOT), 1, Integer::sum);
    }
    counts.forEach(
        (verdict, count) ->
            metrics
                .counter("atf.controller.verdicts", "lambda", lambda.value(), "verdict", verdict)
                .increment(count));
  }

  void claimFailed(LambdaName lambda) {
    metrics.counter("atf.controller.claim.failures", "lambda", lambda.value()).increment();
  }

  void breakerOpened() {
    metrics.counter("atf.controller.breaker.opened").increment();
  }

  void overAged(int count) {
    metrics.counter("atf.controller.overaged").increment(count);
  }

  /**
   * Counts references that went back to their queues because the HSC's clock is far behind the
   * clock that released them.
   */
  void notDue(int count) {
    notDue.increment(count);
  }

  void deletionDropped() {
    metrics.counter("atf.controller.deletions.dropped").increment();
  }
}
