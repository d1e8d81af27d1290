package dev.atf.storeconsumer.release;

import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.store.MemberRegistry;
import dev.atf.storeconsumer.member.MemberId;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Publishes the rate at which this consumer releases the tasks of a queue, and the time at which
 * the dispatch rate permits the next release, so that clients can estimate waits. Nothing is
 * written for a queue without releases: its last rate is kept with its age until it expires.
 */
@Singleton
public final class DrainRates implements Step {
  /** Time between two records, which cost one write for each busy queue. */
  static final Duration INTERVAL = Duration.ofSeconds(10);

  static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  private static final double NANOS = 1e9;

  private final MemberRegistry registry;
  private final DispatchRates rates;
  private final MemberId self;
  private final InstantSource clock;
  private final MonotonicClock monotonic;
  private Map<QueueName, Integer> released = new HashMap<>();
  private long countedSince;

  @Inject
  public DrainRates(
      MemberRegistry registry,
      DispatchRates rates,
      MemberId self,
      InstantSource clock,
      MonotonicClock monotonic) {
    this.registry = registry;
    this.rates = rates;
    this.self = self;
    this.clock = clock;
    this.monotonic = monotonic;
    this.countedSince = monotonic.nanos();
  }

  /** Returns the service of members under which the rates of a queue can be read. */
  static String service(QueueName queue) {
    return "rate/" + queue.lambda() + "/" + queue.priority();
  }

  public synchronized void released(QueueName queue, int count) {
    released.merge(queue, count, Integer::sum);
  }

  /**
   * Writes the rates since the previous turn. A failure loses them, but the next ones follow soon.
   */
  @Override
  public Duration turn() {
    Map<QueueName, Integer> counts;
    double seconds;
    synchronized (this) {
      counts = released;
      released = new HashMap<>();
      seconds = monotonic.since(countedSince).toNanos() / NANOS;
      countedSince = monotonic.nanos();
    }
    var now = clock.instant();
    counts.forEach(
        (queue, count) ->
            registry.beat(
                service(queue),
                self.value(),
                note(queue, count, seconds, now),
                now,
                now.plus(FORGOTTEN_AFTER)));
    return INTERVAL;
  }

  private String note(QueueName queue, int count, double seconds, Instant now) {
    var rate =
        String.format(Locale.ROOT, "releasedPerSecond=%.1f", count / Math.max(seconds, 0.001));
    var next = rates.nextAt(queue, now);
    return next.isAfter(now) ? rate + " nextAt=" + next.getEpochSecond() : rate;
  }
}
