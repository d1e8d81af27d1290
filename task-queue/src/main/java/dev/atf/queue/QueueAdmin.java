package dev.atf.queue;

import java.time.Duration;

/** Creates and deletes queues where the cluster allows it. */
public interface QueueAdmin {
  /** The longest that SQS knows: a lambda without workers for a week loses no place in line. */
  Duration RETENTION = Duration.ofDays(14);

  /** Default visibility of messages; each receive says its own. */
  Duration VISIBILITY = Duration.ofSeconds(30);

  /**
   * The most that SQS allows. A message that is given back unharmed, because the HSC is away,
   * counts too: only one that has gone round for hours is moved. Its task's alarm makes another.
   */
  int RECEIVES_MAX = 1_000;

  /**
   * Creates the queue unless it exists; otherwise does nothing.
   *
   * @throws QueueUnavailableException if it could not be created
   */
  void ensure(QueueName queue);

  /**
   * Tells whether the queue exists.
   *
   * @throws QueueUnavailableException if that cannot be told
   */
  boolean exists(QueueName queue);

  /**
   * Deletes the queue with all that is in it; one that does not exist is no error. SQS lets nobody
   * make it again for a minute.
   *
   * @throws QueueUnavailableException if it is perhaps still there
   */
  void delete(QueueName queue);
}
