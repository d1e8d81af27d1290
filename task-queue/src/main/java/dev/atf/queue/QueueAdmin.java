package dev.atf.queue;

import java.time.Duration;

/** Creates and deletes queues where the cluster allows it. */
public interface QueueAdmin {
  /** The maximum of SQS: the messages of a lambda without workers for a week are kept. */
  Duration RETENTION = Duration.ofDays(14);

  /** Default visibility of messages; each receive sets its own. */
  Duration VISIBILITY = Duration.ofSeconds(30);

  /**
   * Maximum of SQS. A message that is given back unharmed, because the HSC is away, counts too:
   * only one that has gone round for hours is moved. Its task's alarm makes another.
   */
  int RECEIVES_MAX = 1_000;

  /**
   * Creates the queue unless it exists; otherwise does nothing.
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
   * Deletes the queue with all its messages; a missing one is no error. SQS refuses to create it
   * again for a minute.
   *
   * @throws QueueUnavailableException if it may still exist
   */
  void delete(QueueName queue);
}
