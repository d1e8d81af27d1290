package dev.atf.storeconsumer.release;

import dev.atf.model.CollectionName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import dev.atf.store.TriggerEntry;
import dev.atf.storeconsumer.lambda.Shard;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task that is about to be due.
 *
 * @param seenEpoch epoch in the index: the release is refused if it has grown
 * @param group of its fairness key
 * @param groupWeight of the group in its lambda
 */
public record PendingRelease(
    TaskId taskId,
    long seenEpoch,
    Instant dueAt,
    QueueName queue,
    int shard,
    @Nullable CollectionName collection,
    KeyGroup group,
    int groupWeight) {

  /** Creates the entry of a task without a fairness key. */
  public PendingRelease(
      TaskId taskId,
      long seenEpoch,
      Instant dueAt,
      QueueName queue,
      int shard,
      @Nullable CollectionName collection) {
    this(
        taskId, seenEpoch, dueAt, queue, shard, collection, KeyGroup.NONE, Fairness.WEIGHT_DEFAULT);
  }

  /**
   * @param group of the list in which it stands
   */
  public static PendingRelease of(
      TriggerEntry entry, Shard shard, KeyGroup group, int groupWeight) {
    return new PendingRelease(
        entry.taskId(),
        entry.epoch(),
        entry.triggerAt(),
        shard.queue(),
        shard.number(),
        entry.collection(),
        group,
        groupWeight);
  }

  /** Returns the list in which a task of a collection waits behind its gate. */
  TriggerPartition held() {
    return TriggerPartition.held(
        queue.lambda(), queue.priority(), shard, Objects.requireNonNull(collection));
  }

  /** Returns the reference that is pushed once the release is marked. */
  public TaskRef ref() {
    return new TaskRef(taskId, seenEpoch + 1);
  }

  /** Returns the message with that reference. */
  TaskMessage message() {
    return new TaskMessage(ref(), group, groupWeight);
  }
}
