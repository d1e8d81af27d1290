package dev.atf.simulation.scale;

import dev.atf.model.TaskRef;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import dev.atf.sim.time.Signal;
import dev.atf.sim.time.Timeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * SQS's standard queues, shared by all processes: beyond the limit of messages in flight, receives
 * are silently empty.
 */
final class LimitedQueues {
  private final Timeline timeline;
  private final int inFlightMax;
  private final Map<QueueName, Queue> queues = new HashMap<>();
  private long receipts;
  private int mostInFlight;

  private static final class Queue {
    private final Deque<TaskRef> visible = new ArrayDeque<>();
    private final Map<String, TaskRef> inFlight = new HashMap<>();
    private final Deque<Signal> receivers = new ArrayDeque<>();
  }

  LimitedQueues(Timeline timeline, int inFlightMax) {
    this.timeline = timeline;
    this.inFlightMax = inFlightMax;
  }

  /** Returns the largest number of messages in flight of one queue at any time. */
  int mostInFlight() {
    return mostInFlight;
  }

  void ensure(QueueName name) {
    queues.computeIfAbsent(name, n -> new Queue());
  }

  void delete(QueueName name) {
    queues.remove(name);
  }

  boolean exists(QueueName name) {
    return queues.containsKey(name);
  }

  void push(QueueName name, Collection<TaskMessage> messages) {
    var queue = find(name);
    for (var message : messages) {
      show(queue, message.ref());
    }
  }

  QueueDepth estimate(QueueName name) {
    var queue = find(name);
    return new QueueDepth(queue.visible.size(), queue.inFlight.size());
  }

  List<ReceivedTask> take(QueueName name, int max, Duration visibility) {
    var queue = find(name);
    var taken = new ArrayList<ReceivedTask>();
    while (taken.size() < max && !queue.visible.isEmpty() && queue.inFlight.size() < inFlightMax) {
      var ref = queue.visible.removeFirst();
      var receipt = "r" + ++receipts;
      queue.inFlight.put(receipt, ref);
      taken.add(new ReceivedTask(ref, receipt));
    }
    mostInFlight = Math.max(mostInFlight, queue.inFlight.size());
    if (!taken.isEmpty()) {
      timeline.after(visibility, () -> taken.forEach(task -> makeVisible(queue, task)));
    }
    return taken;
  }

  /** Returns a signal that is raised when a message may be visible. */
  Signal receiver(QueueName name) {
    var signal = new Signal(timeline);
    find(name).receivers.add(signal);
    return signal;
  }

  void forget(QueueName name, Signal receiver) {
    find(name).receivers.remove(receiver);
  }

  void delete(QueueName name, ReceivedTask task) {
    find(name).inFlight.remove(task.receipt());
  }

  void release(QueueName name, ReceivedTask task, Duration delay) {
    var queue = find(name);
    timeline.after(delay, () -> makeVisible(queue, task));
  }

  private static void makeVisible(Queue queue, ReceivedTask task) {
    if (queue.inFlight.remove(task.receipt()) != null) {
      show(queue, task.ref());
    }
  }

  private static void show(Queue queue, TaskRef ref) {
    queue.visible.addLast(ref);
    var receiver = queue.receivers.poll();
    if (receiver != null) {
      receiver.raise();
    }
  }

  private Queue find(QueueName name) {
    var queue = queues.get(name);
    if (queue == null) {
      throw new QueueUnavailableException(name + " does not exist", new IllegalStateException());
    }
    return queue;
  }
}
