package dev.atf.queue;

/**
 * Ports of the queues in one process, for components that do not open SQS: a component that depends
 * on it has each port.
 */
public interface QueuePorts {
  TaskSender sender();

  TaskReceiver receiver();

  QueueAdmin admin();

  static QueuePorts of(TaskSender sender, TaskReceiver receiver, QueueAdmin admin) {
    return new Given(sender, receiver, admin);
  }

  /** Ports that exist. SQS makes only those that are used, because each has its metrics. */
  record Given(TaskSender sender, TaskReceiver receiver, QueueAdmin admin) implements QueuePorts {}
}
