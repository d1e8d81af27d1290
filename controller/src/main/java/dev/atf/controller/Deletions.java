package dev.atf.controller;

import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import dev.atf.runtime.Step;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Deletes messages behind the callers' backs, in batches. One that is not deleted comes back and is
 * found stale by its claim.
 */
@Singleton
final class Deletions implements Step {
  private static final int AT_ONCE_MAX = 100;

  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** Short beside every visibility, long enough for batches to fill. */
  private static final Duration GATHER = Duration.ofMillis(100);

  private final BlockingQueue<BufferedRef> waiting;
  private final TaskReceiver receiver;
  private final ControllerMetrics metrics;

  @Inject
  Deletions(TaskReceiver receiver, ControllerTuning tuning, ControllerMetrics metrics) {
    this.waiting = new LinkedBlockingQueue<>(tuning.deletionsMax());
    this.receiver = receiver;
    this.metrics = metrics;
  }

  void add(Collection<BufferedRef> refs) {
    for (var ref : refs) {
      if (!waiting.offer(ref)) {
        metrics.deletionDropped();
      }
    }
  }

  @Override
  public Duration turn() throws InterruptedException {
    var first = waiting.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    if (first == null) {
      return Duration.ZERO;
    }
    var batch = new ArrayList<>(List.of(first));
    waiting.drainTo(batch, AT_ONCE_MAX - 1);
    delete(batch);
    return waiting.size() < AT_ONCE_MAX ? GATHER : Duration.ZERO;
  }

  /** Deletes all that waits, before the process ends. */
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
