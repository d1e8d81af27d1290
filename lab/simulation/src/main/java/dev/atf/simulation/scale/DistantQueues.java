package dev.atf.simulation.scale;

import com.google.common.collect.Iterables;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import dev.atf.sim.time.VirtualProcess;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Queues as one process has them: each request takes time and is counted for its cost. */
final class DistantQueues implements TaskSender, TaskReceiver, QueueAdmin {
  /** Largest number of messages in one request. */
  private static final int BATCH_MAX = 10;

  private final VirtualProcess process;
  private final LimitedQueues queues;
  private final Latency latency;
  private final Usage usage;

  DistantQueues(VirtualProcess process, LimitedQueues queues, Latency latency, Usage usage) {
    this.process = process;
    this.queues = queues;
    this.latency = latency;
    this.usage = usage;
  }

  @Override
  public void ensure(QueueName queue) {
    request("admin");
    queues.ensure(queue);
  }

  @Override
  public boolean exists(QueueName queue) {
    request("admin");
    return queues.exists(queue);
  }

  @Override
  public void delete(QueueName queue) {
    request("admin");
    queues.delete(queue);
  }

  @Override
  public Set<TaskRef> push(QueueName queue, Collection<TaskMessage> messages) {
    if (!queues.exists(queue)) {
      return TaskMessage.refs(messages);
    }
    inBatches("push", messages, batch -> queues.push(queue, batch));
    return Set.of();
  }

  @Override
  public QueueDepth estimate(QueueName queue) {
    request("depth");
    return queues.estimate(queue);
  }

  @Override
  public List<ReceivedTask> receive(QueueName queue, int max, Duration wait, Duration visibility) {
    request("receive");
    long until = process.nanos() + wait.toNanos();
    while (true) {
      var taken = queues.take(queue, max, visibility);
      long left = until - process.nanos();
      if (!taken.isEmpty() || left <= 0) {
        return taken;
      }
      var receiver = queues.receiver(queue);
      try {
        boolean ignored = receiver.await(Duration.ofNanos(left));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return List.of();
      } finally {
        queues.forget(queue, receiver);
      }
    }
  }

  @Override
  public void delete(QueueName queue, Collection<ReceivedTask> received) {
    inBatches("delete", received, batch -> batch.forEach(task -> queues.delete(queue, task)));
  }

  @Override
  public void release(QueueName queue, Collection<ReceivedTask> received, Duration delay) {
    inBatches(
        "release", received, batch -> batch.forEach(task -> queues.release(queue, task, delay)));
  }

  private <T> void inBatches(String what, Collection<T> all, Consumer<List<T>> send) {
    for (var batch : Iterables.partition(all, BATCH_MAX)) {
      request(what);
      send.accept(batch);
    }
  }

  private void request(String what) {
    usage.add(what, 1);
    process.sleepUninterruptibly(latency.next());
  }
}
