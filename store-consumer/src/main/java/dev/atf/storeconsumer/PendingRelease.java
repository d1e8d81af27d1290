package dev.atf.storeconsumer;

import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueName;
import java.time.Instant;

/**
 * A task that is about to be due.
 *
 * @param seenEpoch as the index had it: the release is refused if it has grown
 */
record PendingRelease(TaskId taskId, long seenEpoch, Instant dueAt, QueueName queue) {
  /** The reference that is pushed once the release is marked. */
  TaskRef ref() {
    return new TaskRef(taskId, seenEpoch + 1);
  }
}
