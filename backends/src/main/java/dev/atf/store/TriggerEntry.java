package dev.atf.store;

import dev.atf.model.CollectionName;
import dev.atf.model.TaskId;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a task in the index. It contains only fields that change together with its key, so that
 * claims and heartbeats cost no index write.
 */
public record TriggerEntry(
    TaskId taskId,
    Instant triggerAt,
    long epoch,
    @Nullable CollectionName collection,
    Instant scheduledAt) {
  /** Returns the entry of a task with this alarm. */
  public static TriggerEntry of(Association task, Trigger trigger) {
    var header = task.header();
    return new TriggerEntry(
        header.taskId(), trigger.at(), task.epoch(), header.collection(), header.scheduledAt());
  }
}
