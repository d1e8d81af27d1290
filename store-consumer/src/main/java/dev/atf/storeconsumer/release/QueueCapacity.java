package dev.atf.storeconsumer.release;

import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskSender;
import dev.atf.storeconsumer.member.OwnedShards;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Capacity of queues for more references. The depth of a queue is read at most once per {@link
 * Settings#freshFor}. This consumer uses the part of the remaining capacity that corresponds to its
 * shards, minus what it has pushed since that read; if every consumer used all of it, the queue
 * would be overfilled. A queue that refused a push gets no push for a while, and then only a few as
 * a test, so that an unavailable queue does not turn the backlog of the store into alarms.
 */
@Singleton
public final class QueueCapacity {
  private static final Logger log = LoggerFactory.getLogger(QueueCapacity.class);

  /**
   * Number of references in flight at which a warning is logged: five sixths of the limit of SQS.
   * Above that limit, receivers get no messages and no error (F20).
   */
  static final int IN_FLIGHT_WARN = TaskSender.IN_FLIGHT_MAX / 6 * 5;

  /**
   * Maximum age of an estimate. A queue with an older one is not in use, and its depth is no longer
   * reported.
   */
  private static final Duration REPORTED_FOR = Duration.ofMinutes(1);

  /** Size of a probe: one batch of the queue service. */
  static final int PROBE = 10;

  /**
   * Settings of capacities.
   *
   * @param depthMax maximum number of references that wait in one queue
   * @param unknownRoom maximum number of pushes while the depth is unknown
   * @param freshFor maximum age of a known depth
   * @param refusedFor time for which a queue gets no further push after a refusal
   */
  public record Settings(int depthMax, int unknownRoom, Duration freshFor, Duration refusedFor) {}

  /** Returns the number of queues that have nearly as many references in flight as SQS allows. */
  static int nearInFlightMax(Map<QueueName, QueueDepth> depths) {
    return (int)
        depths.values().stream().filter(depth -> depth.inFlight() >= IN_FLIGHT_WARN).count();
  }

  private final TaskSender sender;
  private final Settings settings;
  private final ToDoubleFunction<QueueName> share;
  private final Map<QueueName, Estimate> estimates = new ConcurrentHashMap<>();
  private final AtomicLong pushes = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();

  /**
   * Estimate of the depth of a queue.
   *
   * @param asked depth as it was read
   * @param pushed number of references that this consumer has pushed since then
   */
  private record Estimate(
      int asked, int pushed, int inFlight, Instant askedAt, @Nullable Instant refusedAt) {
    int depth() {
      return asked + pushed;
    }

    boolean nearCap() {
      return inFlight >= IN_FLIGHT_WARN;
    }

    boolean fresh(Instant now, Duration freshFor) {
      // A clock that was set back must not make an estimate fresh indefinitely.
      var age = Duration.between(askedAt, now);
      return !age.isNegative() && age.compareTo(freshFor) < 0;
    }

    boolean refusing(Instant now, Duration refusedFor) {
      if (refusedAt == null) {
        return false;
      }
      var since = Duration.between(refusedAt, now);
      return !since.isNegative() && since.compareTo(refusedFor) < 0;
    }
  }

  @Inject
  public QueueCapacity(TaskSender sender, Settings settings, OwnedShards shards) {
    this(sender, settings, shards::shareOf);
  }

  /**
   * Creates the capacities.
   *
   * @param share returns the fraction of a queue's shards that this consumer owns
   */
  public QueueCapacity(TaskSender sender, Settings settings, ToDoubleFunction<QueueName> share) {
    this.sender = sender;
    this.settings = settings;
    this.share = share;
  }

  /** Returns the number of references that may be pushed now; 0 or more. */
  public int left(QueueName queue, Instant now) {
    var estimate = ask(queue, now);
    double room = Math.max(0, settings.depthMax() - estimate.asked());
    int own = (int) Math.ceil(room * share.applyAsDouble(queue));
    int left = Math.max(0, own - estimate.pushed());
    if (estimate.refusedAt() == null) {
      return left;
    }
    return estimate.refusing(now, settings.refusedFor()) ? 0 : Math.min(PROBE, left);
  }

  /** Returns whether the queue has refused a push so recently that it gets no further push. */
  public boolean refusing(QueueName queue, Instant now) {
    var estimate = estimates.get(queue);
    return estimate != null && estimate.refusing(now, settings.refusedFor());
  }

  public int depth(QueueName queue, Instant now) {
    return ask(queue, now).depth();
  }

  public int depthMax() {
    return settings.depthMax();
  }

  public void pushed(QueueName queue, int count) {
    pushes.addAndGet(count);
    estimates.computeIfPresent(
        queue,
        (name, e) -> new Estimate(e.asked(), e.pushed() + count, e.inFlight(), e.askedAt(), null));
  }

  /** Returns the number of references that queues have accepted since the start. */
  public long pushes() {
    return pushes.get();
  }

  /** Returns the number of pushes that queues have refused since the start. */
  public long refusals() {
    return refusals.get();
  }

  public void refused(QueueName queue, Instant now) {
    refusals.incrementAndGet();
    estimates.compute(
        queue,
        (name, e) ->
            e == null
                ? new Estimate(0, 0, 0, Instant.EPOCH, now)
                : new Estimate(e.asked(), e.pushed(), e.inFlight(), e.askedAt(), now));
  }

  private Estimate ask(QueueName queue, Instant now) {
    var known = estimates.get(queue);
    if (known != null && known.fresh(now, settings.freshFor())) {
      return known;
    }
    var asked = readOrGuess(queue);
    if (asked.inFlight() >= IN_FLIGHT_WARN && (known == null || !known.nearCap())) {
      log.warn(
          "queue={} has {} messages in flight of {}: beyond that it delivers no messages",
          queue,
          asked.inFlight(),
          TaskSender.IN_FLIGHT_MAX);
    }
    return estimates.merge(
        queue,
        new Estimate(asked.waiting(), 0, asked.inFlight(), now, null),
        (old, fresh) -> new Estimate(fresh.asked(), 0, fresh.inFlight(), now, old.refusedAt()));
  }

  /** Returns the depths of the queues that were read recently. */
  public Map<QueueName, QueueDepth> depths(Instant now) {
    var depths = new HashMap<QueueName, QueueDepth>();
    estimates.forEach(
        (queue, e) -> {
          if (e.fresh(now, REPORTED_FOR)) {
            depths.put(queue, new QueueDepth(e.depth(), e.inFlight()));
          }
        });
    return depths;
  }

  private QueueDepth readOrGuess(QueueName queue) {
    try {
      return sender.estimate(queue);
    } catch (QueueUnavailableException e) {
      return new QueueDepth(Math.max(0, settings.depthMax() - settings.unknownRoom()), 0);
    }
  }
}
