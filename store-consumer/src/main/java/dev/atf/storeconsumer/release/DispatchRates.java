package dev.atf.storeconsumer.release;

import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import dev.atf.runtime.rate.TokenBucket;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.OwnedShards;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the releases of each lambda and priority below the lambda's dispatch rate, and the releases
 * of each group of fairness keys below the lambda's rate for a key. Each consumer has the part that
 * corresponds to its shards, so that all consumers together keep the rate. While two consumers
 * consider themselves the owner of a shard, its part counts twice. Thread-safe.
 */
@Singleton
public final class DispatchRates {
  /**
   * Time whose releases a delayed loop may catch up. It keeps a burst below the number of tasks of
   * one second.
   */
  private static final double BURST_SECONDS = 0.5;

  private final LambdaDirectory directory;
  private final OwnedShards shards;
  private final PollSettings poll;
  private final Map<QueueName, TokenBucket> buckets = new HashMap<>();

  /** Buckets of groups. There are at most as many as groups. */
  private final Map<QueueGroup, TokenBucket> groups = new HashMap<>();

  private record QueueGroup(QueueName queue, KeyGroup group) {}

  @Inject
  public DispatchRates(LambdaDirectory directory, OwnedShards shards, PollSettings poll) {
    this.directory = directory;
    this.shards = shards;
    this.poll = poll;
  }

  /** Returns the number of the queue's tasks that may be released now. */
  synchronized int allowed(QueueName queue, Instant now) {
    return bucket(queue, now).map(TokenBucket::whole).orElse(Integer.MAX_VALUE);
  }

  synchronized void released(QueueName queue, int count) {
    buckets.computeIfPresent(queue, (name, bucket) -> bucket.without(count));
  }

  /** Returns the time from which a task of the queue may be released. */
  public synchronized Instant nextAt(QueueName queue, Instant now) {
    return bucket(queue, now).map(bucket -> now.plus(bucket.untilNext())).orElse(now);
  }

  /** Returns the number of the group's tasks that may be released now. */
  synchronized int allowed(QueueName queue, KeyGroup group, Instant now) {
    return bucket(queue, group, now).map(TokenBucket::whole).orElse(Integer.MAX_VALUE);
  }

  synchronized void released(QueueName queue, KeyGroup group) {
    groups.computeIfPresent(new QueueGroup(queue, group), (name, bucket) -> bucket.without(1));
  }

  /** Returns the time from which a task of the group may be released. */
  synchronized Instant nextAt(QueueName queue, KeyGroup group, Instant now) {
    return bucket(queue, group, now).map(bucket -> now.plus(bucket.untilNext())).orElse(now);
  }

  private Optional<TokenBucket> bucket(QueueName queue, KeyGroup group, Instant now) {
    double rate = group.isNone() ? 0 : ratePerKey(queue);
    var name = new QueueGroup(queue, group);
    if (rate == 0) {
      groups.remove(name);
      return Optional.empty();
    }
    return Optional.of(bucket(groups, name, rate, now));
  }

  /** Returns the rate of one key; 0 for no limit. Its tasks are in all shards of the queue. */
  private double ratePerKey(QueueName queue) {
    var fairness = directory.find(queue.lambda()).flatMap(it -> Optional.ofNullable(it.fairness()));
    return fairness.isEmpty() || fairness.get().ratePerKey() == 0
        ? 0
        : fairness.get().ratePerKey() * shards.shareOf(queue);
  }

  /**
   * Returns the useful number of the queue's tasks in memory: the tasks that may be released until
   * the poll after the next one.
   */
  public int heldMax(QueueName queue) {
    double rate = rate(queue);
    if (rate == 0) {
      return Integer.MAX_VALUE;
    }
    return (int) Math.ceil(burst(rate) + rate * seconds(poll.lookAhead()));
  }

  /** Returns whether enough tasks are held, so that another read would hardly add any. */
  public boolean isStocked(QueueName queue, int held) {
    int heldMax = heldMax(queue);
    return heldMax < Integer.MAX_VALUE && held * 2L > heldMax;
  }

  private Optional<TokenBucket> bucket(QueueName queue, Instant now) {
    double rate = rate(queue);
    if (rate == 0) {
      buckets.remove(queue);
      return Optional.empty();
    }
    return Optional.of(bucket(buckets, queue, rate, now));
  }

  private static <K> TokenBucket bucket(
      Map<K, TokenBucket> buckets, K name, double rate, Instant now) {
    long nanos = nanos(now);
    return buckets.merge(
        name,
        TokenBucket.full(rate, burst(rate), nanos),
        (bucket, full) -> bucket.withRate(rate, burst(rate), nanos));
  }

  /** Returns the rate of the queue; 0 for no limit. */
  private double rate(QueueName queue) {
    var lambda = directory.find(queue.lambda());
    if (lambda.isEmpty() || lambda.get().dispatchRate() == 0) {
      return 0;
    }
    return lambda.get().dispatchRate() * shards.shareOf(queue);
  }

  private static double burst(double rate) {
    return Math.max(1, rate * BURST_SECONDS);
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
