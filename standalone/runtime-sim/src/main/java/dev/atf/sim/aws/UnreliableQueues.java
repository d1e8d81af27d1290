package dev.atf.sim.aws;

import dev.atf.model.TaskRef;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import dev.atf.sim.time.Signal;
import dev.atf.sim.time.Timeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Queues like the standard queues of SQS: mostly at least once, in any order, with visibility. */
public final class UnreliableQueues implements TaskSender, TaskReceiver, QueueAdmin {
  /** Number of deleted messages that may come back. */
  private static final int GRAVES_MAX = 100;

  private final Timeline timeline;
  private final RandomGenerator random;
  private final QueueFaults faults;
  private final Map<String, Queue> queues = new TreeMap<>();
  private long receipts;

  public UnreliableQueues(Timeline timeline, RandomGenerator random, QueueFaults faults) {
    this.timeline = timeline;
    this.random = random;
    this.faults = faults;
  }

  private static final class Queue {
    private final List<Message> messages = new ArrayList<>();
    private final Deque<TaskRef> graves = new ArrayDeque<>();
    private final Deque<Signal> waiting = new ArrayDeque<>();
  }

  private static final class Message {
    private final TaskRef ref;
    private long visibleAt;
    private String receipt = "";

    Message(TaskRef ref) {
      this.ref = ref;
    }
  }

  @Override
  public void ensure(QueueName queue) {
    queues.computeIfAbsent(queue.toString(), name -> new Queue());
  }

  @Override
  public boolean exists(QueueName queue) {
    return queues.containsKey(queue.toString());
  }

  @Override
  public void delete(QueueName queue) {
    queues.remove(queue.toString());
  }

  /** Deletes every message, like an operator's purge. */
  public void purge() {
    queues.values().forEach(queue -> queue.messages.clear());
  }

  /** Returns the number of messages in all queues, visible or not. */
  public int size() {
    return queues.values().stream().mapToInt(queue -> queue.messages.size()).sum();
  }

  @Override
  public Set<TaskRef> push(QueueName name, Collection<TaskMessage> messages) {
    var queue = queues.get(name.toString());
    if (queue == null) {
      return TaskMessage.refs(messages);
    }
    for (var message : messages) {
      for (int copies = faults.copies(); copies > 0; copies--) {
        queue.messages.add(new Message(message.ref()));
        wakeOne(queue);
      }
    }
    return Set.of();
  }

  @Override
  public QueueDepth estimate(QueueName name) {
    var all = find(name).messages;
    int waiting = (int) all.stream().filter(this::isVisible).count();
    return new QueueDepth(waiting, all.size() - waiting);
  }

  @Override
  public List<ReceivedTask> receive(QueueName name, int max, Duration wait, Duration visibility) {
    var queue = find(name);
    long until = timeline.nanos() + wait.toNanos();
    while (true) {
      var taken = take(queue, max, visibility);
      if (!taken.isEmpty() || timeline.nanos() >= until) {
        return taken;
      }
      var signal = new Signal(timeline);
      queue.waiting.add(signal);
      try {
        boolean ignored = signal.await(Duration.ofNanos(until - timeline.nanos()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return List.of();
      } finally {
        queue.waiting.remove(signal);
      }
    }
  }

  @Override
  public void delete(QueueName name, Collection<ReceivedTask> received) {
    var queue = find(name);
    for (var task : received) {
      if (faults.forgets()) {
        continue;
      }
      if (queue.messages.removeIf(message -> message.receipt.equals(task.receipt()))) {
        queue.graves.addLast(task.ref());
        if (queue.graves.size() > GRAVES_MAX) {
          queue.graves.removeFirst();
        }
      }
    }
  }

  @Override
  public void release(QueueName name, Collection<ReceivedTask> received, Duration delay) {
    var queue = find(name);
    for (var task : received) {
      if (faults.forgets()) {
        continue;
      }
      for (var message : queue.messages) {
        if (message.receipt.equals(task.receipt())) {
          hide(queue, message, delay);
        }
      }
    }
  }

  private List<ReceivedTask> take(Queue queue, int max, Duration visibility) {
    if (!queue.graves.isEmpty() && faults.resurrects()) {
      queue.messages.add(new Message(queue.graves.removeFirst()));
    }
    var taken = new ArrayList<ReceivedTask>();
    if (faults.overlooks()) {
      return taken;
    }
    var visible = new ArrayList<>(queue.messages.stream().filter(this::isVisible).toList());
    while (taken.size() < max && !visible.isEmpty()) {
      // Mostly from the front.
      int at = random.nextInt(Math.min(3, visible.size()));
      var message = visible.remove(at);
      message.receipt = "r" + ++receipts;
      hide(queue, message, visibility);
      taken.add(new ReceivedTask(message.ref, message.receipt));
    }
    return taken;
  }

  private void hide(Queue queue, Message message, Duration time) {
    message.visibleAt = timeline.nanos() + time.toNanos();
    timeline.after(time, () -> wakeOne(queue));
  }

  private boolean isVisible(Message message) {
    return message.visibleAt <= timeline.nanos();
  }

  private static void wakeOne(Queue queue) {
    var first = queue.waiting.poll();
    if (first != null) {
      first.raise();
    }
  }

  private Queue find(QueueName name) {
    var queue = queues.get(name.toString());
    if (queue == null) {
      throw new QueueUnavailableException(name + " does not exist", new IllegalStateException());
    }
    return queue;
  }
}
