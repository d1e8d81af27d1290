package dev.atf.frontend.lambda;

import dev.atf.frontend.rpc.IndexPages;
import dev.atf.model.Alarm;
import dev.atf.model.Priority;
import dev.atf.model.TaskStatus;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.queue.QueueDepth;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Tasks that wait in a queue. Only the association distinguishes a waiting task from a running one.
 * The index has both in one list, so that a claim costs no write of the index.
 */
public final class QueuedTasks {
  /**
   * Maximum number of associations that are read in one call: about ten read units for a busy
   * lambda.
   */
  private static final int READ_MAX = 25;

  private static final int PAGE = 1_000;

  private final TriggerIndex index;
  private final TaskAssociations associations;

  @Inject
  QueuedTasks(TriggerIndex index, TaskAssociations associations) {
    this.index = index;
    this.associations = associations;
  }

  /**
   * Tasks that wait in a queue.
   *
   * @param count exact for a small number; a larger one may include running tasks
   * @param oldestDue due time of the task that waits longest; with many tasks, of a sample
   */
  public record Waiting(long count, Optional<Instant> oldestDue) {}

  /**
   * Counts the waiting tasks.
   *
   * @param depth depth of the queue, which may hold several references to one task
   */
  public Waiting count(LambdaDefinition lambda, Priority priority, QueueDepth depth) {
    var entries = new ArrayList<TriggerEntry>();
    long pushed = 0;
    for (var list : lists(lambda, priority)) {
      var page = index.read(list, IndexPages.ALWAYS, PAGE, Optional.empty());
      entries.addAll(page.entries());
      pushed +=
          page.next().isEmpty()
              ? page.entries().size()
              : index.count(list, PendingTasks.COUNTED_MAX);
    }
    entries.sort(Comparator.comparing(TriggerEntry::scheduledAt));
    var first = waiting(entries.subList(0, Math.min(READ_MAX, entries.size())));
    if (entries.size() <= READ_MAX) {
      return new Waiting(first.size(), oldest(first));
    }
    return new Waiting(
        Math.min(depth.waiting() + depth.inFlight(), pushed),
        oldest(first.isEmpty() ? waiting(sample(entries)) : first));
  }

  private List<Instant> waiting(List<TriggerEntry> entries) {
    return associations
        .findAll(entries.stream().map(TriggerEntry::taskId).toList())
        .values()
        .stream()
        .filter(task -> task.status() == TaskStatus.ENQUEUED)
        .map(QueuedTasks::due)
        .toList();
  }

  private static Optional<Instant> oldest(List<Instant> due) {
    return due.stream().min(Comparator.naturalOrder());
  }

  /**
   * Returns the time since which a task is late: for a task that was tried before, its last
   * release.
   */
  private static Instant due(Association task) {
    return task.attempt() == 0 && task.drains() == 0
        ? task.header().scheduledAt()
        : task.history().entries().stream()
            .filter(entry -> entry.event() == TaskEvent.RELEASE)
            .map(HistoryEntry::at)
            .max(Comparator.naturalOrder())
            .orElse(task.header().scheduledAt());
  }

  /** Takes a sample of the entries after the first. */
  private static List<TriggerEntry> sample(List<TriggerEntry> entries) {
    var some = new ArrayList<TriggerEntry>();
    int beyond = entries.size() - READ_MAX;
    for (int i = 0; i < Math.min(READ_MAX, beyond); i++) {
      some.add(entries.get(READ_MAX + (int) ((long) i * beyond / READ_MAX)));
    }
    return some;
  }

  private static List<TriggerPartition> lists(LambdaDefinition lambda, Priority priority) {
    var lists = new ArrayList<TriggerPartition>();
    for (int shard = 0; shard < lambda.shards(); shard++) {
      lists.add(TriggerPartition.live(lambda.name(), priority, shard, Alarm.CHECK));
    }
    return lists;
  }
}
