package dev.atf.queue;

import dagger.Module;
import dagger.Provides;

/** Ports of the queues in one process, for components that do not open SQS. */
public record QueuePorts(TaskSender sender, TaskReceiver receiver, QueueAdmin admin) {

  /** Hands each port to who needs it. */
  @Module
  public interface Ports {
    @Provides
    static TaskSender sender(QueuePorts queues) {
      return queues.sender();
    }

    @Provides
    static TaskReceiver receiver(QueuePorts queues) {
      return queues.receiver();
    }

    @Provides
    static QueueAdmin admin(QueuePorts queues) {
      return queues.admin();
    }
  }
}
