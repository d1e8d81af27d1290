package dev.atf.storeconsumer;

import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskSender;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How many more references a queue may hold. Asks its depth at most once in {@link
 * Settings#freshFor} and adds what was pushed since. A queue that refused a push is left alone for
 * a while and then tried with a few: a queue that is away does not turn the backlog of the store
 * into a backlog of alarms.
 */
@Singleton
final class QueueRoom {
  /** One batch of the queue service. */
  static final int PROBE = 10;

  /**
   * @param depthMax references that may wait in one queue
   * @param unknownRoom how many may be pushed while the depth cannot be told
   * @param freshFor how old a known depth may be
   * @param refusedFor how long a queue that refused a push is left alone
   */
  record Settings(int depthMax, int unknownRoom, Duration freshFor, Duration refusedFor) {}

  private final TaskSender sender;
  private final Settings settings;
  private final Map<QueueName, Estimate> estimates = new ConcurrentHashMap<>();

  /** {@code depth} includes what was pushed since it was asked. */
  private record Estimate(int depth, Instant askedAt, @Nullable Instant refusedAt) {
    boolean fresh(Instant now, Duration freshFor) {
      // A clock that was set back makes nothing fresh for ever.
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
  QueueRoom(TaskSender sender, Settings settings) {
    this.sender = sender;
    this.settings = settings;
  }

  /** How many references may be pushed now; 0 or more. */
  int left(QueueName queue, Instant now) {
    var estimate = ask(queue, now);
    int left = Math.max(0, settings.depthMax() - estimate.depth());
    if (estimate.refusedAt() == null) {
      return left;
    }
    return estimate.refusing(now, settings.refusedFor()) ? 0 : Math.min(PROBE, left);
  }

  /** Whether the queue refused a push so lately that another would be in vain. */
  boolean refusing(QueueName queue, Instant now) {
    var estimate = estimates.get(queue);
    return estimate != null && estimate.refusing(now, settings.refusedFor());
  }

  int depth(QueueName queue, Instant now) {
    return ask(queue, now).depth();
  }

  int depthMax() {
    return settings.depthMax();
  }

  void pushed(QueueName queue, int count) {
    estimates.computeIfPresent(
        queue, (name, e) -> new Estimate(e.depth() + count, e.askedAt(), null));
  }

  void refused(QueueName queue, Instant now) {
    estimates.compute(
        queue,
        (name, e) ->
            e == null
                ? new Estimate(0, Instant.EPOCH, now)
                : new Estimate(e.depth(), e.askedAt(), now));
  }

  private Estimate ask(QueueName queue, Instant now) {
    var known = estimates.get(queue);
    if (known != null && known.fresh(now, settings.freshFor())) {
      return known;
    }
    int depth = depthOrGuess(queue);
    return estimates.merge(
        queue,
        new Estimate(depth, now, null),
        (old, asked) -> new Estimate(asked.depth(), now, old.refusedAt()));
  }

  private int depthOrGuess(QueueName queue) {
    try {
      return sender.depth(queue);
    } catch (QueueUnavailableException e) {
      return Math.max(0, settings.depthMax() - settings.unknownRoom());
    }
  }
}
