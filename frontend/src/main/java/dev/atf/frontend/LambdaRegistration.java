package dev.atf.frontend;

import dev.atf.model.Alarm;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskSender;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.TriggerIndex;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates or replaces the settings of a lambda. Idempotent. */
final class LambdaRegistration {
  private static final Logger log = LoggerFactory.getLogger(LambdaRegistration.class);

  /** Chosen: settings are changed by people, and rarely by two at the same time. */
  private static final int TRIES_MAX = 4;

  private final LambdaRegistry registry;
  private final LambdaCache cache;
  private final TriggerIndex index;
  private final TaskSender sender;
  private final QueueAdmin queues;
  private final QueueCreation queueCreation;

  /** Whether this cluster lets the frontend create queues. */
  record QueueCreation(boolean allowed) {}

  @Inject
  LambdaRegistration(
      LambdaRegistry registry,
      LambdaCache cache,
      TriggerIndex index,
      TaskSender sender,
      QueueAdmin queues,
      QueueCreation queueCreation) {
    this.registry = registry;
    this.cache = cache;
    this.index = index;
    this.sender = sender;
    this.queues = queues;
    this.queueCreation = queueCreation;
  }

  /**
   * @return the definition that is in force; the present one if nothing changes
   * @throws StatusRuntimeException SHARDS_LOWERED, PRIORITY_REMOVED, CHANGED_MEANWHILE
   * @throws QueueUnavailableException if the queues could not be created; nothing is changed then
   */
  LambdaDefinition register(LambdaDefinition wanted) {
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      var present = registry.find(wanted.name());
      present.ifPresent(before -> refuseWhatWouldStrandTasks(before, wanted));
      ensureQueues(wanted);
      if (present.isPresent() && sameSettings(present.get(), wanted)) {
        return present.get();
      }
      if (registry.put(wanted, present)) {
        cache.forget(wanted.name());
        log.info("lambda={} registered, priorities={}", wanted.name(), wanted.priorities());
        return wanted;
      }
    }
    throw RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE,
        "lambda %s is being changed by others; try again".formatted(wanted.name()));
  }

  private void ensureQueues(LambdaDefinition lambda) {
    if (queueCreation.allowed()) {
      lambda
          .priorities()
          .forEach(priority -> queues.ensure(new QueueName(lambda.name(), priority)));
    }
  }

  private void refuseWhatWouldStrandTasks(LambdaDefinition before, LambdaDefinition wanted) {
    if (wanted.shards() < before.shards()) {
      throw RpcErrors.of(
          ErrorReason.SHARDS_LOWERED,
          "shards: %d (expected: at least %d; tasks stand in the shards that would go)"
              .formatted(wanted.shards(), before.shards()));
    }
    for (var priority : before.priorities()) {
      if (!wanted.priorities().contains(priority) && hasTasks(before, priority)) {
        throw RpcErrors.of(
            ErrorReason.PRIORITY_REMOVED,
            "priorities: %s is missing (expected: no unfinished tasks of a removed priority)"
                .formatted(priority));
      }
    }
  }

  private boolean hasTasks(LambdaDefinition lambda, Priority priority) {
    for (int shard = 0; shard < lambda.shards(); shard++) {
      for (var alarm : new Alarm[] {Alarm.DUE, Alarm.CHECK}) {
        if (index.count(TriggerPartition.live(lambda.name(), priority, shard, alarm), 1) > 0) {
          return true;
        }
      }
    }
    return depth(new QueueName(lambda.name(), priority)).orElse(0) > 0;
  }

  /** A queue that cannot be asked holds nothing that the index does not know of. */
  private Optional<Integer> depth(QueueName queue) {
    try {
      return Optional.of(sender.depth(queue));
    } catch (QueueUnavailableException e) {
      return Optional.empty();
    }
  }

  private static boolean sameSettings(LambdaDefinition a, LambdaDefinition b) {
    return a.withUpdatedAt(Instant.EPOCH).equals(b.withUpdatedAt(Instant.EPOCH));
  }
}
