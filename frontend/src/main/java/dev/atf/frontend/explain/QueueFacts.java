package dev.atf.frontend.explain;

import dev.atf.frontend.lambda.PendingTasks;
import dev.atf.frontend.lambda.PendingTasks.Backlog;
import dev.atf.frontend.lambda.QueueDepths;
import dev.atf.frontend.lambda.QueuedTasks;
import dev.atf.model.Priority;
import dev.atf.model.TaskStatus;
import dev.atf.model.TriggerPartition;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.TriggerIndex;
import dev.atf.store.worker.SightingNote;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Gathers facts about the queue of a task: the tasks before it and the rate of releases. */
final class QueueFacts {
  /** Maximum age of a sighting that describes the current rate. */
  private static final Duration RATES_OF = Duration.ofSeconds(30);

  /** Maximum age of a store consumer's report of its next release. */
  private static final Duration NEXT_RELEASE_OF = Duration.ofMinutes(10);

  /** Maximum number of index pages that are counted for one explanation. */
  private static final int READS_MAX = 64;

  private final TriggerIndex index;
  private final QueueDepths queues;
  private final QueuedTasks queuedTasks;
  private final MemberRegistry members;

  @Inject
  QueueFacts(
      TriggerIndex index, QueueDepths queues, QueuedTasks queuedTasks, MemberRegistry members) {
    this.index = index;
    this.queues = queues;
    this.queuedTasks = queuedTasks;
    this.members = members;
  }

  /** Counts the tasks whose references are in the queue; empty if the queue does not answer. */
  Optional<Integer> queued(LambdaDefinition lambda, Priority priority) {
    return queues
        .of(lambda.name(), priority)
        .map(depth -> Math.toIntExact(queuedTasks.count(lambda, priority, depth).count()));
  }

  static Optional<Double> releasedPerSecond(Collection<Sighting> rates, Instant now) {
    return rates.stream()
        .filter(rate -> rate.at().isAfter(now.minus(RATES_OF)))
        .flatMap(rate -> SightingNote.of(rate).number("releasedPerSecond").stream())
        .reduce(Double::sum);
  }

  static Optional<Instant> nextRelease(Collection<Sighting> rates, Instant now) {
    return rates.stream()
        .flatMap(rate -> SightingNote.of(rate).number("nextAt").stream())
        .map(seconds -> Instant.ofEpochSecond(seconds.longValue()))
        .filter(at -> at.isAfter(now))
        .min(Comparator.naturalOrder());
  }

  /** Reads the recent reports of store consumers on their releases. */
  Collection<Sighting> rates(TaskHeader header, Instant now) {
    var service = "rate/" + header.lambda() + "/" + header.priority();
    return members.seen(service, now.minus(NEXT_RELEASE_OF)).values();
  }

  /**
   * Counts the tasks that were due before a given due task. If the task has a fairness key, only
   * tasks of this key count. Empty if the task is not due.
   */
  Optional<Backlog> ahead(Association task, LambdaDefinition lambda, Instant now) {
    var trigger = task.trigger();
    if (trigger == null || task.status() == TaskStatus.ENQUEUED || trigger.at().isAfter(now)) {
      return Optional.empty();
    }
    var before = trigger.at().minusMillis(1);
    long count = 0;
    int reads = 0;
    for (int shard = 0; shard < lambda.shards(); shard++) {
      var due =
          TriggerPartition.due(
              lambda.name(), task.header().priority(), shard, task.header().group());
      var more = true;
      Optional<dev.atf.store.PageMark> after = Optional.empty();
      while (more) {
        if (count >= PendingTasks.COUNTED_MAX || reads++ >= READS_MAX) {
          return Optional.of(new Backlog(count, false));
        }
        var page = index.read(due, before, Limits.PAGE_SIZE_MAX, after);
        count += page.entries().size();
        after = page.next();
        more = after.isPresent();
      }
    }
    return Optional.of(new Backlog(count, true));
  }
}
