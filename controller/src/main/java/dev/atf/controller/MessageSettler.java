package dev.atf.controller;

import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import dev.atf.runtime.loop.WakeableStep;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Settles received messages: returns them to their queues immediately, or deletes them
 * asynchronously in batches. A message that is not settled becomes visible again. If its task was
 * claimed by then, the next claim finds it stale.
 */
@Singleton
final class MessageSettler implements WakeableStep {
  private static final int DELETED_AT_ONCE_MAX = 100;

  /** Maximum pause. A message to delete ends it. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  /**
   * Time for which deletions are collected. It is shorter than any visibility timeout. Batches are
   * full at 20 tasks per second and more.
   */
  private static final Duration GATHER = Duration.ofMillis(500);

  private final TaskReceiver receiver;
  private final ControllerMetrics metrics;
  private final BlockingQueue<BufferedRef> toDelete;
  private volatile Runnable wake = () -> {};

  /** Set if no message waited at the last turn, so that the next message starts a batch. */
  private volatile boolean idle;

  @Inject
  MessageSettler(ControllerConfig config, TaskReceiver receiver, ControllerMetrics metrics) {
    this.receiver = receiver;
    this.metrics = metrics;
    this.toDelete = new LinkedBlockingQueue<>(config.tuning().deletionsMax());
  }

  /** Makes messages visible to all hosts. */
  void returnToQueue(Collection<BufferedRef> refs) {
    returnToQueueAfter(Duration.ZERO, refs);
  }

  /**
   * Makes messages visible to all hosts after a delay.
   *
   * @param delay whole seconds
   */
  void returnToQueueAfter(Duration delay, Collection<BufferedRef> refs) {
    byQueue(refs).forEach((queue, messages) -> receiver.release(queue, messages, delay));
  }

  /**
   * Queues messages for deletion. Beyond the maximum, they are not deleted and become visible
   * again.
   */
  void delete(Collection<BufferedRef> refs) {
    for (var ref : refs) {
      if (!toDelete.offer(ref)) {
        metrics.deletionDropped();
      }
    }
    // If every message woke it, it would delete each one by a separate request.
    if (idle && !refs.isEmpty()) {
      wake.run();
    }
  }

  @Override
  public void whenEarlier(Runnable action) {
    wake = action;
  }

  @Override
  public Duration turn() {
    boolean wasIdle = idle;
    idle = true;
    if (toDelete.isEmpty()) {
      return IDLE;
    }
    idle = false;
    if (wasIdle && toDelete.size() < DELETED_AT_ONCE_MAX) {
      return GATHER;
    }
    deleteNext(DELETED_AT_ONCE_MAX);
    return toDelete.size() < DELETED_AT_ONCE_MAX ? GATHER : Duration.ZERO;
  }

  /** Deletes all waiting messages, before the process ends. */
  void flush() {
    deleteNext(Integer.MAX_VALUE);
  }

  private void deleteNext(int most) {
    var batch = new ArrayList<BufferedRef>();
    toDelete.drainTo(batch, most);
    byQueue(batch).forEach(receiver::delete);
  }

  private static Map<QueueName, List<ReceivedTask>> byQueue(Collection<BufferedRef> refs) {
    var byQueue = new LinkedHashMap<QueueName, List<ReceivedTask>>();
    for (var ref : refs) {
      byQueue.computeIfAbsent(ref.queue(), queue -> new ArrayList<>()).add(ref.message());
    }
    return byQueue;
  }
}
