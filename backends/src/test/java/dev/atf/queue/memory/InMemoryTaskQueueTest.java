package dev.atf.queue.memory;

import dev.atf.queue.QueueAdmin;
import dev.atf.queue.TaskQueueContract;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import java.time.InstantSource;

final class InMemoryTaskQueueTest extends TaskQueueContract {
  private static final InMemoryTaskQueue queue = new InMemoryTaskQueue(InstantSource.system());

  @Override
  protected TaskSender sender() {
    return queue;
  }

  @Override
  protected TaskReceiver receiver() {
    return queue;
  }

  @Override
  protected QueueAdmin admin() {
    return queue;
  }
}
