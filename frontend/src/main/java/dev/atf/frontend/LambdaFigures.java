package dev.atf.frontend;

import dev.atf.model.Alarm;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.LiveFigures;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskSender;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a lambda fares, read at the time of the call from the index and the queues. */
final class LambdaFigures {
  private static final Logger log = LoggerFactory.getLogger(LambdaFigures.class);

  /** Chosen: tasks counted of one shard, over both of its lists, before the count gives up. */
  private static final int COUNTED_MAX = 10_000;

  private final TriggerIndex index;
  private final TaskSender sender;

  @Inject
  LambdaFigures(TriggerIndex index, TaskSender sender) {
    this.index = index;
    this.sender = sender;
  }

  /**
   * @param now whole milliseconds
   */
  LiveFigures read(LambdaDefinition lambda, Instant now) {
    var figures = LiveFigures.newBuilder();
    lambda.priorities().forEach(priority -> figures.addPriorities(read(lambda, priority, now)));
    return figures.build();
  }

  private LiveFigures.Priority read(LambdaDefinition lambda, Priority priority, Instant now) {
    long pending = 0;
    Optional<Instant> oldestDue = Optional.empty();
    for (int shard = 0; shard < lambda.shards(); shard++) {
      var due = TriggerPartition.live(lambda.name(), priority, shard, Alarm.DUE);
      var check = TriggerPartition.live(lambda.name(), priority, shard, Alarm.CHECK);
      pending +=
          Math.min(COUNTED_MAX, index.count(due, COUNTED_MAX) + index.count(check, COUNTED_MAX));
      var first =
          index.read(due, now, 1, Optional.empty()).entries().stream()
              .findFirst()
              .map(TriggerEntry::triggerAt);
      if (first.isPresent() && oldestDue.map(first.get()::isBefore).orElse(true)) {
        oldestDue = first;
      }
    }
    var figures =
        LiveFigures.Priority.newBuilder().setPriority(priority.value()).setPending(pending);
    oldestDue.ifPresent(at -> figures.setOldestDueAge(ProtoTimes.proto(Duration.between(at, now))));
    queued(new QueueName(lambda.name(), priority)).ifPresent(figures::setQueued);
    return figures.build();
  }

  private Optional<Integer> queued(QueueName queue) {
    try {
      return Optional.of(sender.depth(queue));
    } catch (QueueUnavailableException e) {
      log.warn("queue={} cannot tell its depth", queue, e);
      return Optional.empty();
    }
  }
}
