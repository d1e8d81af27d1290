package dev.atf.queue;

/** Creates queues where the cluster allows it. */
public interface QueueAdmin {
  /**
   * Creates the queue unless it exists; otherwise does nothing.
   *
   * @throws QueueUnavailableException if it could not be created
   */
  void ensure(QueueName queue);
}
