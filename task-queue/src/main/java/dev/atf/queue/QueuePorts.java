package dev.atf.queue;

/**
 * Ports of the queues in one process, for components that do not open SQS: a component that depends
 * on this one can use each port.
 */
public record QueuePorts(TaskSender sender, TaskReceiver receiver, QueueAdmin admin) {}
