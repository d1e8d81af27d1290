package dev.atf.frontend.lambda;

import dev.atf.model.Alarm;
import dev.atf.model.Priority;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.LiveFigures;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.store.worker.HostSightings;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Live figures of a lambda, read at the time of the call from the index, the queues and the
 * members.
 */
final class LambdaFigures {
  private final TriggerIndex index;
  private final PendingTasks pending;
  private final QueueDepths queues;
  private final QueuedTasks queued;
  private final HostSightings workers;
  private final LiveLists lists;

  @Inject
  LambdaFigures(
      TriggerIndex index,
      PendingTasks pending,
      QueueDepths queues,
      QueuedTasks queued,
      HostSightings workers,
      LiveLists lists) {
    this.index = index;
    this.pending = pending;
    this.queues = queues;
    this.queued = queued;
    this.workers = workers;
    this.lists = lists;
  }

  /**
   * Reads the live figures of a lambda.
   *
   * @param now current time in whole milliseconds
   */
  LiveFigures read(LambdaDefinition lambda, Gates gates, Instant now) {
    var hosts = workers.recent(lambda.name(), now);
    var figures = LiveFigures.newBuilder().setDead(dead(lambda)).setControllers(hosts.size());
    ExecutorFigures.of(hosts).ifPresent(figures::setExecutors);
    lambda
        .priorities()
        .forEach(priority -> figures.addPriorities(read(lambda, priority, gates, now)));
    return figures.build();
  }

  /** Counts dead letters, up to {@link PendingTasks#COUNTED_MAX}. */
  private long dead(LambdaDefinition lambda) {
    long counted = 0;
    for (var list : lambda.finishedPartitions(Alarm.DEAD)) {
      int left = PendingTasks.COUNTED_MAX - (int) counted;
      if (left == 0) {
        break;
      }
      counted += index.count(list, left);
    }
    return counted;
  }

  private LiveFigures.Priority read(
      LambdaDefinition lambda, Priority priority, Gates gates, Instant now) {
    var gated = gates.collections(lambda.name());
    var figures =
        LiveFigures.Priority.newBuilder()
            .setPriority(priority.value())
            .setPending(pending.count(lambda, priority, gated).count());
    var waiting =
        queues.of(lambda.name(), priority).map(depth -> queued.count(lambda, priority, depth));
    waiting.ifPresent(found -> figures.setQueued(found.count()));
    Stream.concat(
            oldestDue(lambda, priority, now).stream(),
            waiting.flatMap(QueuedTasks.Waiting::oldestDue).stream())
        .filter(at -> at.isBefore(now))
        .min(Comparator.naturalOrder())
        .ifPresent(at -> figures.setOldestDueAge(ProtoTimes.proto(Duration.between(at, now))));
    return figures.build();
  }

  private Optional<Instant> oldestDue(LambdaDefinition lambda, Priority priority, Instant now) {
    return lists.due(lambda, priority).stream()
        .flatMap(due -> index.read(due, now, 1, Optional.empty()).entries().stream())
        .map(TriggerEntry::triggerAt)
        .min(Comparator.naturalOrder());
  }
}
