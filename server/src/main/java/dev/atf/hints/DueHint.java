package dev.atf.hints;

import dev.atf.model.Alarm;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.task.Association;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Notice about a task that was just written and is due soon. It contains the index entry of the
 * task, so that the owner of the list need not read it. A lost or outdated notice is harmless: the
 * release is refused if the task has changed.
 *
 * @param epoch epoch of the task as it was written
 * @param group group of its fairness key
 */
public record DueHint(
    TaskId taskId,
    long epoch,
    Instant dueAt,
    LambdaName lambda,
    Priority priority,
    int shard,
    @Nullable CollectionName collection,
    KeyGroup group) {
  /** Returns the hint about a written task; empty if the task does not wait for its time. */
  static Optional<DueHint> of(Association task) {
    var trigger = task.trigger();
    if (trigger == null || trigger.alarm() != Alarm.DUE) {
      return Optional.empty();
    }
    var header = task.header();
    return Optional.of(
        new DueHint(
            header.taskId(),
            task.epoch(),
            trigger.at(),
            header.lambda(),
            header.priority(),
            header.shard(),
            header.collection(),
            header.group()));
  }
}
