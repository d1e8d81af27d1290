package dev.atf.queue;

import java.time.Duration;

/** Creates and deletes queues if the cluster allows it. */
public interface QueueAdmin {
  /**
   * Time for which messages are kept. It is the maximum of SQS, so that messages survive a week
   * without workers.
   */
  Duration RETENTION = Duration.ofDays(14);

  /** Default visibility of messages. Each receive sets its own. */
  Duration VISIBILITY = Duration.ofSeconds(30);

  /**
   * Number of receives after which a message is moved to the queue of unusable messages. It is the
   * maximum of SQS, because returns while the HSC is unavailable count, too. Only a message that
   * was returned for hours is moved. The alarm of its task then pushes another message.
   */
  int RECEIVES_MAX = 1_000;

  /**
   * Creates the queue if it does not exist.
   *
   * @throws QueueUnavailableException if it could not be created
   */
  void ensure(QueueName queue);

  /**
   * Returns whether the queue exists.
   *
   * @throws QueueUnavailableException if that is unknown
   */
  boolean exists(QueueName queue);

  /**
   * Deletes the queue with all its messages. A missing queue is not an error. SQS refuses to create
   * it again for a minute.
   *
   * @throws QueueUnavailableException if it may still exist
   */
  void delete(QueueName queue);
}
