package dev.atf.controller;

import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import dev.atf.runtime.loop.Step;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Deletes messages asynchronously, in batches. One that is not deleted comes back and is found
 * stale by its claim.
 */
@Singleton
final class Deletions implements Step {
  private static final int AT_ONCE_MAX = 100;

  /** Maximum pause; a message to delete ends it. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  /** Chosen: short beside every visibility; batches fill from 20 tasks a second on. */
  private static final Duration GATHER = Duration.ofMillis(500);

  private final BlockingQueue<BufferedRef> waiting;
  private final TaskReceiver receiver;
  private final ControllerMetrics metrics;
  private volatile Runnable whenAdded = () -> {};

  /** Set if nothing waited at the last turn: the next message begins a batch. */
  private volatile boolean idle;

  @Inject
  Deletions(TaskReceiver receiver, ControllerTuning tuning, ControllerMetrics metrics) {
    this.waiting = new LinkedBlockingQueue<>(tuning.deletionsMax());
    this.receiver = receiver;
    this.metrics = metrics;
  }

  /** Sets the action that wakes the loop of this step. */
  void whenAdded(Runnable action) {
    whenAdded = action;
  }

  void add(Collection<BufferedRef> refs) {
    for (var ref : refs) {
      if (!waiting.offer(ref)) {
        metrics.deletionDropped();
      }
    }
    // Woken at every message, it would delete each by a request of its own.
    if (idle && !refs.isEmpty()) {
      whenAdded.run();
    }
  }

  @Override
  public Duration turn() {
    boolean wasIdle = idle;
    idle = true;
    if (waiting.isEmpty()) {
      return IDLE;
    }
    idle = false;
    if (wasIdle && waiting.size() < AT_ONCE_MAX) {
      return GATHER;
    }
    var batch = new ArrayList<BufferedRef>();
    waiting.drainTo(batch, AT_ONCE_MAX);
    delete(batch);
    return waiting.size() < AT_ONCE_MAX ? GATHER : Duration.ZERO;
  }

  /** Deletes all waiting messages, before the process ends. */
  void flush() {
    var rest = new ArrayList<BufferedRef>();
    waiting.drainTo(rest);
    delete(rest);
  }

  private void delete(List<BufferedRef> refs) {
    var byQueue = new LinkedHashMap<QueueName, List<ReceivedTask>>();
    for (var ref : refs) {
      byQueue.computeIfAbsent(ref.queue(), queue -> new ArrayList<>()).add(ref.message());
    }
    byQueue.forEach(receiver::delete);
  }
}
