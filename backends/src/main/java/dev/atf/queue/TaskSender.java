package dev.atf.queue;

import dev.atf.model.TaskRef;
import java.util.Collection;
import java.util.Set;

/**
 * Pushes references. The store consumer uses it, and the frontend for tasks that are due
 * immediately.
 */
public interface TaskSender {
  /**
   * Maximum number of messages of one standard queue that are received and not yet deleted. It is a
   * quota of AWS.
   */
  int IN_FLIGHT_MAX = 120_000;

  /**
   * Pushes references, in batches of ten.
   *
   * <p>A refusal by the queue is not an exception. The result contains the references that may not
   * have arrived, including references with an unknown outcome. The caller must move their alarms
   * to the near future; a second copy is harmless.
   *
   * @param messages references with their groups; a queue may deliver references of groups with few
   *     messages before others
   * @return the references that were possibly not pushed
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
