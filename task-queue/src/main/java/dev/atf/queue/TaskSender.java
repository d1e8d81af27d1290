package dev.atf.queue;

import dev.atf.model.TaskRef;
import java.util.Collection;
import java.util.Set;

/** Pushes references: the store consumer, and the frontend those of tasks that are due at once. */
public interface TaskSender {
  /** AWS quota: messages of one standard queue that are received and not yet deleted. */
  int IN_FLIGHT_MAX = 120_000;

  /**
   * Pushes references, in batches of ten.
   *
   * <p>Never throws for a queue's refusal: references in the answer may not have arrived and their
   * alarms must be taken forward; a reference whose push has an unknown outcome is in the answer
   * too, for a second copy is harmless.
   *
   * @param messages references with their groups: a queue gives out those of groups that have few
   *     before those of others, which is advice that it may leave
   * @return the references that were not, or may not have been, pushed
   */
  Set<TaskRef> push(QueueName queue, Collection<TaskMessage> messages);

  /**
   * Returns the approximate number of messages in the queue, as the service estimates it: a queue
   * of SQS delivers nothing beyond {@link #IN_FLIGHT_MAX} in flight, and does not say so.
   *
   * @throws QueueUnavailableException if it is unknown
   */
  QueueDepth look(QueueName queue);

  /** Returns the number of those that wait. */
  default int depth(QueueName queue) {
    return look(queue).waiting();
  }
}
