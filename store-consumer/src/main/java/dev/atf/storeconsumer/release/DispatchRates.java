package dev.atf.storeconsumer.release;

import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.OwnedShards;
import dev.atf.storeconsumer.poll.PollSettings;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the releases of each <lambda, priority> below the lambda's dispatch rate. Each consumer has
 * the share of the shards that it owns, so that together they keep the rate, however many live;
 * while two of them believe to own a shard, its share counts twice. Thread-safe.
 */
@Singleton
public final class DispatchRates {
  private final LambdaDirectory directory;
  private final OwnedShards shards;
  private final PollSettings poll;
  private final Map<QueueName, TokenBucket> buckets = new HashMap<>();

  @Inject
  public DispatchRates(LambdaDirectory directory, OwnedShards shards, PollSettings poll) {
    this.directory = directory;
    this.shards = shards;
    this.poll = poll;
  }

  /** Returns how many tasks of the queue may be released now. */
  synchronized int allowed(QueueName queue, Instant now) {
    return bucket(queue, now).map(TokenBucket::whole).orElse(Integer.MAX_VALUE);
  }

  synchronized void released(QueueName queue, int count) {
    buckets.computeIfPresent(queue, (name, bucket) -> bucket.without(count));
  }

  /** Returns the time from which a task of the queue may be released. */
  public synchronized Instant nextAt(QueueName queue, Instant now) {
    return bucket(queue, now).map(TokenBucket::nextAt).orElse(now);
  }

  /**
   * Returns how many tasks of the queue are worth holding in memory: those that may be released
   * until the poll after the next.
   */
  public int heldMax(QueueName queue) {
    double rate = rate(queue);
    if (rate == 0) {
      return Integer.MAX_VALUE;
    }
    return (int) Math.ceil(TokenBucket.burst(rate) + rate * seconds(poll.lookAhead()));
  }

  /** Returns whether so many are held that reading for more would bring hardly any. */
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
    var bucket = buckets.get(queue);
    var filled =
        bucket == null
            ? TokenBucket.full(rate, now)
            : bucket.rate() == rate ? bucket.at(now) : bucket.withRate(rate, now);
    buckets.put(queue, filled);
    return Optional.of(filled);
  }

  /** Returns the rate of the queue; 0: no limit. */
  private double rate(QueueName queue) {
    var lambda = directory.find(queue.lambda());
    if (lambda.isEmpty() || lambda.get().dispatchRate() == 0) {
      return 0;
    }
    return lambda.get().dispatchRate() * shards.shareOf(queue);
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
