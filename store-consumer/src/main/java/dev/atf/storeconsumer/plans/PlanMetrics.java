package dev.atf.storeconsumer.plans;

import dev.atf.model.LambdaName;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.row.PlanKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;

/** Metrics of a store consumer about plans and canaries. */
@Singleton
final class PlanMetrics {
  private final MeterRegistry registry;

  @Inject
  PlanMetrics(MeterRegistry registry) {
    this.registry = registry;
    // The counter is registered at the start, because an alarm on a counter that appears with its
    // first event misses that event.
    became(PlanKind.ORDER, PlanOutcome.HELD);
    Arrays.stream(JobStatus.values())
        .filter(PlanOutcome::isReported)
        .forEach(status -> became(PlanKind.JOB, PlanOutcome.lower(status)));
    fires("missed");
  }

  /**
   * Records the first check of a plan since its alarm rang.
   *
   * @param late lateness on this host's clock; negative if the clock is behind
   */
  void found(PlanKind kind, Duration late) {
    registry
        .timer("atf.consumer.plan.lateness", "kind", kind.tag())
        .record(late.isNegative() ? Duration.ZERO : late);
  }

  /** Counts a list of plans that could not be read, or a plan that could not be checked. */
  void failed(PlanKind kind) {
    registry.counter("atf.consumer.plan.failures", "kind", kind.tag()).increment();
  }

  /** Returns the counter of an outcome of plans, in checks of this consumer. */
  Counter became(PlanKind kind, String outcome) {
    return registry.counter("atf.consumer.plans", "kind", kind.tag(), "outcome", outcome);
  }

  /** Counts a hint. The next check makes up for a dropped hint. */
  void hinted(boolean taken) {
    registry.counter("atf.consumer.plan.hints", "outcome", taken ? "taken" : "dropped").increment();
  }

  /**
   * Counts outcomes of the fires of a periodic task.
   *
   * @param outcome value of the metric's label
   */
  void fires(String outcome, long count) {
    if (count > 0) {
      fires(outcome).increment((double) count);
    }
  }

  /**
   * Returns the counter of failed canaries. The first call registers it with the value 0, because
   * an alarm would miss the first event of a counter that appears with this event.
   */
  Counter failedCanaries(LambdaName lambda) {
    return registry.counter("atf.canary.failures", "lambda", lambda.value());
  }

  /**
   * Records a canary that an executor received.
   *
   * @param delay time since the canary was due
   */
  void canaryStarted(LambdaName lambda, Duration delay) {
    registry.timer("atf.canary.start.delay", "lambda", lambda.value()).record(delay);
  }

  private Counter fires(String outcome) {
    return registry.counter("atf.consumer.periodic.fires", "outcome", outcome);
  }
}
