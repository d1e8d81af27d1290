package dev.atf.controller;

import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A queue whose controller is watched: what it polled, deleted and released. */
final class WatchedQueue implements TaskReceiver {
  record Poll(QueueName queue, int max) {}

  record Release(ReceivedTask message, Duration delay) {}

  final List<Poll> polls = new CopyOnWriteArrayList<>();
  final List<ReceivedTask> received = new CopyOnWriteArrayList<>();
  final List<ReceivedTask> deleted = new CopyOnWriteArrayList<>();
  final List<Release> released = new CopyOnWriteArrayList<>();
  private final Map<QueueName, Integer> receivedByQueue = new ConcurrentHashMap<>();
  private final TaskReceiver queue;

  WatchedQueue(TaskReceiver queue) {
    this.queue = queue;
  }

  /** How many messages of one queue were received. */
  int receivedOf(QueueName name) {
    return receivedByQueue.getOrDefault(name, 0);
  }

  @Override
  public List<ReceivedTask> receive(QueueName name, int max, Duration wait, Duration visibility) {
    polls.add(new Poll(name, max));
    var messages = queue.receive(name, max, wait, visibility);
    received.addAll(messages);
    receivedByQueue.merge(name, messages.size(), Integer::sum);
    return messages;
  }

  @Override
  public void delete(QueueName name, Collection<ReceivedTask> messages) {
    queue.delete(name, messages);
    deleted.addAll(messages);
  }

  @Override
  public void release(QueueName name, Collection<ReceivedTask> messages, Duration delay) {
    queue.release(name, messages, delay);
    messages.forEach(message -> released.add(new Release(message, delay)));
  }
}
