package dev.atf.storeconsumer.metrics;

import com.google.common.collect.Maps;
import dev.atf.model.Actor;
import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.task.TaskEvent;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.lambda.Shard;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;

/** Metrics of a store consumer. Every name starts with {@code atf.consumer}. */
@Singleton
public final class ConsumerMetrics {
  private final MeterRegistry registry;
  private final AtomicInteger owned;
  private final GaugeRows<Shard> oldestDue;
  private final GaugeRows<QueueName> queueWaiting;
  private final GaugeRows<QueueName> queueInFlight;
  private final GaugeRows<LambdaName> backlogs;
  private final GaugeRows<LambdaName> hosts;
  private final AtomicInteger nearInFlightMax;
  private final AtomicInteger groups;
  private final Timer lateness;
  private final Counter released;
  private final Counter lost;
  private final Counter marksFailed;
  private final Counter pushesFailed;
  private final Counter pushedAgain;
  private final Counter alarmsDoubled;
  private final Counter gateFailed;

  @Inject
  public ConsumerMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.owned = registry.gauge("atf.consumer.partitions.owned", Tags.empty(), new AtomicInteger());
    this.oldestDue =
        new GaugeRows<>(registry, "atf.consumer.due.age.seconds", ConsumerMetrics::tags);
    this.queueWaiting =
        new GaugeRows<>(registry, "atf.consumer.queue.waiting", ConsumerMetrics::tags);
    this.queueInFlight =
        new GaugeRows<>(registry, "atf.consumer.queue.inflight", ConsumerMetrics::tags);
    this.backlogs =
        new GaugeRows<>(registry, "atf.consumer.backlog", name -> Tags.of("lambda", name.value()));
    this.hosts =
        new GaugeRows<>(registry, "atf.consumer.hosts", name -> Tags.of("lambda", name.value()));
    this.nearInFlightMax =
        registry.gauge("atf.consumer.queues.near.inflight.max", Tags.empty(), new AtomicInteger());
    this.groups = registry.gauge("atf.consumer.groups", Tags.empty(), new AtomicInteger());
    this.lateness =
        Timer.builder("atf.consumer.release.lateness")
            .description("from a task's due time until its reference was pushed")
            .publishPercentileHistogram()
            .register(registry);
    this.released = registry.counter("atf.consumer.released");
    this.lost = registry.counter("atf.consumer.release.lost");
    this.marksFailed = registry.counter("atf.consumer.release.failed");
    this.pushesFailed = registry.counter("atf.consumer.push.failed");
    this.pushedAgain = registry.counter("atf.consumer.pushed.again");
    this.alarmsDoubled = registry.counter("atf.consumer.alarm.doubled");
    this.gateFailed = registry.counter("atf.consumer.gate.failed");
    // The counters are registered at the start, because an alarm on a counter that appears with its
    // first event misses that event.
    Arrays.stream(TaskEvent.values())
        .filter(event -> event.actors().contains(Actor.STORE_CONSUMER))
        .forEach(event -> applied(registry, event));
  }

  public void owns(int shards) {
    owned.set(shards);
  }

  /**
   * Records a release.
   *
   * @param late lateness on this host's clock; negative if the clock is behind
   */
  public void released(Duration late) {
    released.increment();
    lateness.record(late.isNegative() ? Duration.ZERO : late);
  }

  /** Counts a release that was lost, because another consumer was first or the index was behind. */
  public void releaseLost() {
    lost.increment();
  }

  public void markFailed() {
    marksFailed.increment();
  }

  public void pushFailed(int count) {
    pushesFailed.increment(count);
  }

  public void pushedAgain() {
    pushedAgain.increment();
  }

  /**
   * Counts an alarm of an unclaimed task that was postponed without a push, because its queue is
   * still full.
   */
  public void alarmDoubled() {
    alarmsDoubled.increment();
  }

  public void alarmIgnored(Enum<?> reason) {
    registry.counter("atf.consumer.alarm.ignored", "reason", lower(reason)).increment();
  }

  /** Counts an alarm whose transition was written. */
  public void alarmApplied(TaskEvent event) {
    applied(registry, event).increment();
  }

  private static Counter applied(MeterRegistry registry, TaskEvent event) {
    return registry.counter("atf.consumer.alarm.applied", "event", lower(event));
  }

  public void alarmLost(TaskEvent event) {
    registry.counter("atf.consumer.alarm.lost", "event", lower(event)).increment();
  }

  public void alarmFailed(TaskEvent event) {
    registry.counter("atf.consumer.alarm.failed", "event", lower(event)).increment();
  }

  /** Starts a timer on a monotonic clock. */
  public Timer.Sample beginPoll() {
    return Timer.start(registry);
  }

  public void polled(Alarm alarm, Timer.Sample begun) {
    begun.stop(registry.timer("atf.consumer.poll.duration", "alarm", lower(alarm)));
  }

  public void pollFailed(Alarm alarm) {
    registry.counter("atf.consumer.poll.failures", "alarm", lower(alarm)).increment();
  }

  /** Counts a due task behind a closed gate that was moved or ended. */
  public void gated(TaskEvent event) {
    registry.counter("atf.consumer.gated", "event", lower(event)).increment();
  }

  public void gateFailed() {
    gateFailed.increment();
  }

  /**
   * Registers a gauge that is 1 while the end of leases is delayed, because the store or the HSCs
   * were unavailable.
   */
  public <T> void recovering(T of, ToDoubleFunction<T> value) {
    Gauge.builder("atf.consumer.recovering", of, value).register(registry);
  }

  /**
   * Registers a gauge that is 1 while the wall clock is in doubt, so that leases are measured on
   * the monotonic clock.
   */
  public <T> void clockInDoubt(T of, ToDoubleFunction<T> value) {
    Gauge.builder("atf.consumer.clock.doubted", of, value).register(registry);
  }

  /** Registers a gauge of the number of tasks in the look-ahead. */
  public <T> void lookAheadHeld(T of, ToDoubleFunction<T> value) {
    Gauge.builder("atf.consumer.lookahead.held", of, value).register(registry);
  }

  /**
   * Replaces the ages of the polled shards. The age of a shard is the time since its first task in
   * the store became due.
   */
  public void oldestDue(Map<Shard, Instant> oldest, Instant now) {
    oldestDue.replace(Maps.transformValues(oldest, due -> age(due, now)));
  }

  /** Sets the number of lists of groups of fairness keys that are read in every round. */
  public void groups(int count) {
    groups.set(count);
  }

  private static double age(Instant due, Instant now) {
    return Math.max(0, Duration.between(due, now).toMillis()) / 1000.0;
  }

  /**
   * Replaces the depths of recently read queues.
   *
   * @param nearMax number of queues that have nearly as many references in flight as SQS allows
   */
  public void queueDepths(Map<QueueName, QueueDepth> depths, int nearMax) {
    queueWaiting.replace(figures(depths, QueueDepth::waiting));
    queueInFlight.replace(figures(depths, QueueDepth::inFlight));
    nearInFlightMax.set(nearMax);
  }

  /**
   * Replaces the backlogs of lambdas and the numbers of their worker hosts.
   *
   * @param waiting references in all queues of each lambda
   */
  public void backlogs(Map<LambdaName, Integer> waiting, Map<LambdaName, Integer> serving) {
    backlogs.replace(Maps.transformValues(waiting, Integer::doubleValue));
    hosts.replace(Maps.transformValues(serving, Integer::doubleValue));
  }

  private static Map<QueueName, Double> figures(
      Map<QueueName, QueueDepth> depths, ToDoubleFunction<QueueDepth> figure) {
    var figures = new HashMap<QueueName, Double>();
    depths.forEach((queue, depth) -> figures.put(queue, figure.applyAsDouble(depth)));
    return figures;
  }

  private static Tags tags(QueueName queue) {
    return Tags.of("lambda", queue.lambda().value(), "priority", queue.priority().value());
  }

  private static Tags tags(Shard shard) {
    return Tags.of(
        "lambda", shard.lambda().name().value(),
        "priority", shard.priority().value(),
        "shard", Integer.toString(shard.number()));
  }

  private static String lower(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }
}
