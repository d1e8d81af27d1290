package dev.atf.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Receives references. Only controllers use it. */
public interface TaskReceiver {
  /**
   * Waits for messages (a long poll) and hides up to {@code max} of them from other receivers.
   *
   * @param max 1–10
   * @param wait longest wait, in whole seconds, at most 20; the call returns immediately if there
   *     are messages
   * @param visibility whole seconds; messages that are neither deleted nor released within this
   *     time become visible again
   * @return the received messages, which may be none; messages with an unreadable body are deleted,
   *     counted and not returned
   * @throws QueueUnavailableException if the queue cannot be reached; a {@link
   *     QueueMissingException} if it does not exist
   */
  List<ReceivedTask> receive(QueueName queue, int max, Duration wait, Duration visibility);

  /**
   * Deletes, in batches of ten. A message that could not be deleted becomes visible again, and its
   * claim is refused.
   */
  void delete(QueueName queue, Collection<ReceivedTask> messages);

  /**
   * Makes messages visible again after {@code delay} (whole seconds, 0 for immediately), in batches
   * of ten. Messages that could not be released become visible after their visibility time.
   */
  void release(QueueName queue, Collection<ReceivedTask> messages, Duration delay);
}
