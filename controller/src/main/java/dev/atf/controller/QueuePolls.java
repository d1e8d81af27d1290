package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskReceiver;
import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Polling loops, one for each queue. */
@Singleton
final class QueuePolls {
  private final Loops loops;
  private final TaskBuffers buffers;
  private final TaskReceiver receiver;
  private final Releases releases;
  private final PollTimes times;
  private final MonotonicClock clock;
  private final ControllerMetrics metrics;
  private final MissingQueues missing;
  private final Map<QueueName, Loop> polls = new HashMap<>();
  private boolean closed;

  @Inject
  QueuePolls(
      Loops loops,
      TaskBuffers buffers,
      TaskReceiver receiver,
      Releases releases,
      PollTimes times,
      MonotonicClock clock,
      ControllerMetrics metrics,
      MissingQueues missing) {
    this.loops = loops;
    this.buffers = buffers;
    this.receiver = receiver;
    this.releases = releases;
    this.times = times;
    this.clock = clock;
    this.metrics = metrics;
    this.missing = missing;
  }

  /** Polls the queue from now on; a missing queue is created again where that is allowed. */
  synchronized void ensure(QueueName queue) {
    if (!closed && !polls.containsKey(queue)) {
      metrics.watch(queue.lambda(), buffers);
      metrics.watch(queue, buffers);
      var poll = new QueuePoll(queue, buffers, receiver, releases, times, clock, metrics, missing);
      polls.put(queue, loops.start("poll-" + queue, poll));
    }
    missing.restore(queue);
  }

  /** Has the queues of a lambda polled seldom, while it sleeps and another host waits at them. */
  void setIdle(LambdaName lambda, boolean idle) {
    buffers.setIdle(lambda, idle);
  }

  void close() {
    loops.stopTogether(takeAll());
  }

  private synchronized List<Loop> takeAll() {
    closed = true;
    var all = List.copyOf(polls.values());
    polls.clear();
    return all;
  }
}
