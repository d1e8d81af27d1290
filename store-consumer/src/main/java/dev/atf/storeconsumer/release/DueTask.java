package dev.atf.storeconsumer.release;

import dev.atf.model.CollectionName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import dev.atf.store.TriggerEntry;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Task on its way from the index to its queue: read, held until it is due, marked, and pushed.
 *
 * @param ref reference after the release; the mark is refused if the task has already reached this
 *     epoch
 * @param dueAt time from which its release is late
 * @param shard shard of its lambda and priority
 * @param group group of its fairness key
 * @param groupWeight weight of the group in its lambda
 * @param refusals number of consecutive pushes of this reference that the queue has refused
 */
public record DueTask(
    TaskRef ref,
    Instant dueAt,
    QueueName queue,
    int shard,
    @Nullable CollectionName collection,
    KeyGroup group,
    int groupWeight,
    int refusals) {

  /** Creates the task of an entry of a list in the index. */
  static DueTask of(TriggerEntry entry, DueList list) {
    return listed(entry.taskId(), entry.epoch(), entry.triggerAt(), entry.collection(), list);
  }

  /**
   * Creates a task that waits in a list.
   *
   * @param epoch epoch of the task in the list, before its release
   */
  static DueTask listed(
      TaskId taskId, long epoch, Instant dueAt, @Nullable CollectionName collection, DueList list) {
    var shard = list.shard();
    return new DueTask(
        new TaskRef(taskId, epoch + 1),
        dueAt,
        shard.queue(),
        shard.number(),
        collection,
        list.group(),
        list.groupWeight(),
        0);
  }

  /**
   * Creates a task that is pushed without a read of the index.
   *
   * @param ref reference to push
   * @param refusals number of consecutive pushes of this reference that the queue has refused
   */
  public static DueTask of(Association task, TaskRef ref, LambdaDefinition lambda, int refusals) {
    var header = task.header();
    return new DueTask(
        ref,
        header.scheduledAt(),
        new QueueName(header.lambda(), header.priority()),
        header.shard(),
        header.collection(),
        header.group(),
        lambda.weight(header.group()),
        refusals);
  }

  TaskId taskId() {
    return ref.taskId();
  }

  /** Returns the epoch that the task has before its release. */
  long seenEpoch() {
    return ref.epoch() - 1;
  }

  /** Returns the list in which a task of a collection waits behind its gate. */
  TriggerPartition held() {
    return TriggerPartition.held(
        queue.lambda(), queue.priority(), shard, Objects.requireNonNull(collection));
  }

  /** Returns the message for the queue. */
  TaskMessage message() {
    return new TaskMessage(ref, group, groupWeight);
  }
}
