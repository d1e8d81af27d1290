package dev.atf.simulation.scale;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.resource.Resource;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.Transition;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.store.PageMark;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import dev.atf.store.dynamodb.DynamoDbClientConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Tables as one process has them: each request takes time, and a throttled one is retried as often
 * as the adapter of DynamoDB retries it.
 */
final class DistantStore implements TaskTransitions, TaskAssociations, TaskEntities, TriggerIndex {
  private static final RetryConfig RETRY = RetryConfig.ofTheAdapter();

  private final VirtualProcess process;
  private final LimitedTables tables;
  private final Latency reads;
  private final Latency writes;
  private final RandomGenerator random;

  DistantStore(
      VirtualProcess process,
      LimitedTables tables,
      Latency reads,
      Latency writes,
      RandomGenerator random) {
    this.process = process;
    this.tables = tables;
    this.reads = reads;
    this.writes = writes;
    this.random = random;
  }

  @Override
  public TransitionResult apply(Transition transition) {
    return write(() -> tables.apply(transition));
  }

  @Override
  public boolean create(Association association) {
    return write(() -> tables.create(association));
  }

  @Override
  public Optional<TaskEntity> putIfAbsent(TaskEntity entity) {
    return write(() -> tables.putIfAbsent(entity));
  }

  @Override
  public Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity) {
    return write(() -> tables.replace(seen, entity));
  }

  @Override
  public void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt) {
    boolean ignored =
        write(
            () -> {
              tables.putResult(taskId, epoch, result, expiresAt);
              return true;
            });
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    return read(() -> tables.find(taskId));
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    return read(() -> tables.findAll(taskIds));
  }

  @Override
  public void setExpiry(TaskId taskId, Instant at) {
    tables.setExpiry(taskId, at);
  }

  @Override
  public Optional<TaskEntity> findEntity(TaskId taskId) {
    return read(() -> tables.findEntity(taskId));
  }

  @Override
  public Map<TaskId, TaskEntity> findEntities(Collection<TaskId> taskIds) {
    return read(() -> tables.findEntities(taskIds));
  }

  @Override
  public Optional<Payload> findResult(TaskId taskId, long epoch) {
    return read(() -> tables.findResult(taskId, epoch));
  }

  @Override
  public void putLog(TaskId taskId, long epoch, int number, Payload part, Instant expiresAt) {
    boolean ignored =
        write(
            () -> {
              tables.putLog(taskId, epoch, number, part, expiresAt);
              return true;
            });
  }

  @Override
  public void putOutputs(TaskId taskId, long epoch, List<Resource> outputs, Instant expiresAt) {
    boolean ignored =
        write(
            () -> {
              tables.putOutputs(taskId, epoch, outputs, expiresAt);
              return true;
            });
  }

  @Override
  public List<Resource> findOutputs(TaskId taskId, long epoch) {
    return read(() -> tables.findOutputs(taskId, epoch));
  }

  @Override
  public List<Payload> findLog(TaskId taskId, long epoch, int from, int most) {
    return read(() -> tables.findLog(taskId, epoch, from, most));
  }

  @Override
  public TriggerPage read(
      TriggerPartition partition, Instant until, int limit, Optional<PageMark> after) {
    return read(() -> tables.read(partition, until, limit, after));
  }

  @Override
  public TriggerPage latest(
      TriggerPartition partition,
      Instant since,
      Instant until,
      int limit,
      Optional<PageMark> before) {
    return read(() -> tables.latest(partition, since, until, limit, before));
  }

  @Override
  public SortedMap<KeyGroup, Long> groups(LambdaName lambda, Priority priority, int shard) {
    return read(() -> tables.groups(lambda, priority, shard));
  }

  @Override
  public long count(TriggerPartition partition, int max) {
    return read(() -> tables.count(partition, max));
  }

  private <T> T read(Supplier<T> request) {
    process.sleepUninterruptibly(reads.next());
    return request.get();
  }

  private <T> T write(Supplier<T> request) {
    for (int tries = 1; ; tries++) {
      process.sleepUninterruptibly(writes.next());
      try {
        return request.get();
      } catch (ThrottledException e) {
        if (tries == RETRY.triesMax()) {
          throw new StoreUnavailableException("throttled " + tries + " times", e);
        }
        process.sleepUninterruptibly(backoff(tries));
      }
    }
  }

  /** Returns a delay with full jitter, like the SDK's exponential delay. */
  private Duration backoff(int tries) {
    long bound =
        Math.min(RETRY.backoffMax().toNanos(), RETRY.backoffMin().toNanos() << (tries - 1));
    return Duration.ofNanos(random.nextLong(bound + 1));
  }

  /** Tries, and delays between them, of a request that is throttled. */
  private record RetryConfig(int triesMax, Duration backoffMin, Duration backoffMax) {
    static RetryConfig ofTheAdapter() {
      var client = DynamoDbClientConfig.DEFAULTS;
      return new RetryConfig(client.triesMax(), client.backoffMin(), client.backoffMax());
    }
  }
}
