package dev.atf.queue.memory;

import dev.atf.model.TaskRef;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueMissingException;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Queues in this process, with visibility as SQS has it: for one machine, and for tests. They go
 * with the process, as any message may.
 */
public final class InMemoryTaskQueue implements TaskSender, TaskReceiver, QueueAdmin {
  /** Longest wait between two looks at a clock that a test may move. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final InstantSource clock;
  private final Duration lookEvery;
  private final Map<QueueName, MessageQueue> queues = new ConcurrentHashMap<>();

  /** Creates queues that notice soon when the clock is moved. */
  public InMemoryTaskQueue(InstantSource clock) {
    this(clock, LOOK_EVERY);
  }

  /**
   * @param lookEvery longest wait between two looks at the clock; long for one that only runs,
   *     since each look wakes a thread
   */
  public InMemoryTaskQueue(InstantSource clock, Duration lookEvery) {
    this.clock = clock;
    this.lookEvery = lookEvery;
  }

  @Override
  public void ensure(QueueName queue) {
    queues.computeIfAbsent(queue, name -> new MessageQueue(clock, lookEvery));
  }

  @Override
  public boolean exists(QueueName queue) {
    return queues.containsKey(queue);
  }

  @Override
  public void delete(QueueName queue) {
    queues.remove(queue);
  }

  @Override
  public Set<TaskRef> push(QueueName queue, Collection<TaskMessage> messages) {
    var found = queues.get(queue);
    if (found == null) {
      return TaskMessage.refs(messages);
    }
    found.push(messages);
    return Set.of();
  }

  @Override
  public QueueDepth look(QueueName queue) {
    return messages(queue).look();
  }

  @Override
  public List<ReceivedTask> receive(QueueName queue, int max, Duration wait, Duration visibility) {
    return messages(queue).receive(max, wait, visibility);
  }

  @Override
  public void delete(QueueName queue, Collection<ReceivedTask> received) {
    var messages = queues.get(queue);
    if (messages != null) {
      messages.delete(received);
    }
  }

  @Override
  public void release(QueueName queue, Collection<ReceivedTask> received, Duration delay) {
    var messages = queues.get(queue);
    if (messages != null) {
      messages.release(received, delay);
    }
  }

  private MessageQueue messages(QueueName queue) {
    var messages = queues.get(queue);
    if (messages == null) {
      throw new QueueMissingException(queue + " does not exist", new IllegalStateException());
    }
    return messages;
  }
}
