package dev.atf.queue.memory;

import dev.atf.queue.QueueAdmin;
import dev.atf.queue.TaskQueueContract;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import java.time.Duration;
import java.time.InstantSource;

/** Tests queues whose receivers do not read the clock by themselves. */
final class UnmovedClockQueueTest extends TaskQueueContract {
  private static final InMemoryTaskQueue queue =
      new InMemoryTaskQueue(InstantSource.system(), Duration.ofHours(1));

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
