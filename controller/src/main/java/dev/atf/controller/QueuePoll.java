package dev.atf.controller;

import dev.atf.queue.QueueMissingException;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import java.time.Duration;
import java.util.List;

/** Polls one queue while an executor waits for work of its lambda and the buffer has capacity. */
record QueuePoll(
    QueueName queue,
    TaskBuffers buffers,
    TaskReceiver receiver,
    Releases releases,
    PollTimes times,
    MonotonicClock clock,
    ControllerMetrics metrics,
    MissingQueues missing)
    implements Step {
  /** Maximum number of messages that SQS hands out at a time. */
  private static final int BATCH_MAX = 10;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Override
  public Duration turn() throws InterruptedException {
    int room = buffers.awaitRoom(queue, BATCH_MAX, PATIENCE);
    if (room == 0) {
      return Duration.ZERO;
    }
    var messages = receive(room);
    metrics.received(queue, messages.size());
    long now = clock.nanos();
    var refs = messages.stream().map(message -> new BufferedRef(queue, message, now)).toList();
    releases.atOnce(buffers.arrived(refs));
    return Duration.ZERO;
  }

  private List<ReceivedTask> receive(int max) {
    List<ReceivedTask> messages = List.of();
    try {
      messages = receiver.receive(queue, max, times.receiveWait(), times.visibility());
    } catch (QueueMissingException e) {
      missing.add(queue);
      throw e;
    } finally {
      buffers.polled(queue, messages.size());
    }
    return messages;
  }
}
