package dev.atf.storeconsumer.release;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskSender;
import dev.atf.runtime.loop.Step;
import dev.atf.store.StoreException;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.member.OwnedShards;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the backlog of lambdas and the number of their worker hosts, which determine how workers
 * are scaled. The owner of a lambda's first shard reports the lambda.
 *
 * <p>Queues are read even if this consumer does not push into them, because a task of the express
 * lane needs no release. A lambda is reported while it is active or has a backlog, and for {@link
 * #REPORTED_FOR} longer, so that scaling in gets the zeros. If a queue cannot be read, its lambda
 * is not reported, because an unknown backlog is not 0.
 *
 * <p>A new owner of a lambda reads its queues once even if it is asleep. The former owner may have
 * reported a backlog for which no host has started yet, or zeros for which none has been removed.
 */
@Singleton
public final class BacklogWatch implements Step {
  /**
   * Time between two reports. With two values per minute, no minute that an alarm evaluates is
   * empty.
   */
  static final Duration INTERVAL = Duration.ofSeconds(30);

  /**
   * Time for which a lambda is reported after its last activity. It is twice the ten quiet minutes
   * after which {@code infra} removes a host.
   */
  static final Duration REPORTED_FOR = Duration.ofMinutes(20);

  private static final Logger log = LoggerFactory.getLogger(BacklogWatch.class);

  private final LambdaDirectory directory;
  private final OwnedShards shards;
  private final TaskSender queues;
  private final PolledQueues hosts;
  private final WorkPools pools;
  private final InstantSource clock;
  private final ConsumerMetrics metrics;
  private final Map<LambdaName, Known> known = new HashMap<>();

  /** Own lambdas whose queues were read since this consumer owns them. */
  private final Set<LambdaName> read = new HashSet<>();

  /**
   * State of a lambda.
   *
   * @param activeAt last time at which it was awake, had a backlog, or got this owner
   * @param waiting number of references in all of its queues; empty if unknown
   */
  private record Known(Instant activeAt, OptionalInt waiting) {
    boolean hasBacklog() {
      // If it is unknown, it is read again until it is known.
      return waiting.orElse(1) > 0;
    }
  }

  @Inject
  public BacklogWatch(
      LambdaDirectory directory,
      OwnedShards shards,
      TaskSender queues,
      PolledQueues hosts,
      WorkPools pools,
      InstantSource clock,
      ConsumerMetrics metrics) {
    this.directory = directory;
    this.shards = shards;
    this.queues = queues;
    this.hosts = hosts;
    this.pools = pools;
    this.clock = clock;
    this.metrics = metrics;
  }

  @Override
  public Duration turn() {
    var now = clock.instant();
    var own =
        directory.view().values().stream()
            .filter(lambda -> shards.owns(new Shard(lambda, lambda.priorities().get(0), 0)))
            .collect(Collectors.toMap(LambdaDefinition::name, lambda -> lambda));
    known.keySet().retainAll(own.keySet());
    read.retainAll(own.keySet());
    var active = own.values().stream().filter(lambda -> isActive(lambda.name(), now)).toList();
    var depths = pools.poll().map(active, this::waiting);
    for (int i = 0; i < active.size(); i++) {
      known.put(active.get(i).name(), new Known(now, depths.get(i)));
      read.add(active.get(i).name());
    }
    known
        .values()
        .removeIf(one -> Duration.between(one.activeAt(), now).abs().compareTo(REPORTED_FOR) >= 0);
    report(now);
    return INTERVAL;
  }

  private boolean isActive(LambdaName lambda, Instant now) {
    var before = known.get(lambda);
    return directory.awake().isAwake(lambda, now)
        || !read.contains(lambda)
        || (before != null && before.hasBacklog());
  }

  private OptionalInt waiting(LambdaDefinition lambda) {
    try {
      return OptionalInt.of(
          lambda.priorities().stream()
              .mapToInt(priority -> queues.depth(new QueueName(lambda.name(), priority)))
              .sum());
    } catch (QueueUnavailableException e) {
      log.warn("lambda={}: the depth of its queues is unknown: {}", lambda.name(), e.toString());
      return OptionalInt.empty();
    }
  }

  private void report(Instant now) {
    var waiting = new HashMap<LambdaName, Integer>();
    var serving = new HashMap<LambdaName, Integer>();
    known.forEach((name, one) -> one.waiting().ifPresent(count -> waiting.put(name, count)));
    try {
      waiting.keySet().forEach(name -> serving.put(name, hosts.hosts(name, now)));
    } catch (StoreException e) {
      log.warn("the worker hosts are unknown, and no backlog is reported: {}", e.toString());
      waiting.clear();
      serving.clear();
    }
    metrics.backlogs(waiting, serving);
  }
}
