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
   * <p>A refusal of the queue is no exception: the result names the references that may not have
   * arrived, and the caller must move their alarms forward. It includes those whose outcome is
   * unknown, because a second copy is harmless.
   *
   * @param messages references with their groups. A queue may deliver those of groups with few
   *     messages before those of others
   * @return the references that were not pushed, or possibly not
   */
  Set<TaskRef> push(QueueName queue, Collection<TaskMessage> messages);

  /**
   * Returns the number of messages in the queue, as the service estimates it. With {@link
   * #IN_FLIGHT_MAX} in flight, a queue of SQS delivers nothing more, without an error.
   *
   * @throws QueueUnavailableException if the queue cannot be reached
   */
  QueueDepth estimate(QueueName queue);

  /** Returns the number of messages that wait in the queue. */
  default int depth(QueueName queue) {
    return estimate(queue).waiting();
  }
}
