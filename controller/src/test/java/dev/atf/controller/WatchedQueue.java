package dev.atf.controller;

import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Queue that records what its controller polled, deleted and released. Its long polls wait on the
 * threads' clock.
 */
final class WatchedQueue implements TaskReceiver {
  record Poll(QueueName queue, int max) {}

  record Release(ReceivedTask message, Duration delay) {}

  /** Interval at which messages are noticed that become visible by the passing of time. */
  private static final Duration CHECK_EVERY = Duration.ofMillis(50);

  final List<Poll> polls = new CopyOnWriteArrayList<>();
  final List<ReceivedTask> received = new CopyOnWriteArrayList<>();
  final List<ReceivedTask> deleted = new CopyOnWriteArrayList<>();
  final List<Release> released = new CopyOnWriteArrayList<>();
  private final Map<QueueName, Integer> receivedByQueue = new ConcurrentHashMap<>();
  private final Lock lock = new ReentrantLock();
  private final TaskReceiver queue;
  private final MonotonicClock clock;
  private final Condition changed;

  /**
   * @param queue on the same clock
   */
  WatchedQueue(TaskReceiver queue, MonotonicClock clock, Threads threads) {
    this.queue = queue;
    this.clock = clock;
    this.changed = threads.condition(lock);
  }

  /** Ends the waits of polls: there may be messages. */
  void check() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many messages of one queue were received. */
  int receivedOf(QueueName name) {
    return receivedByQueue.getOrDefault(name, 0);
  }

  @Override
  public List<ReceivedTask> receive(QueueName name, int max, Duration wait, Duration visibility) {
    polls.add(new Poll(name, max));
    var messages = poll(name, max, wait, visibility);
    received.addAll(messages);
    receivedByQueue.merge(name, messages.size(), Integer::sum);
    return messages;
  }

  private List<ReceivedTask> poll(QueueName name, int max, Duration wait, Duration visibility) {
    long until = clock.nanos() + wait.toNanos();
    lock.lock();
    try {
      while (true) {
        var messages = queue.receive(name, max, Duration.ZERO, visibility);
        long left = until - clock.nanos();
        if (!messages.isEmpty() || left <= 0) {
          return messages;
        }
        long ignored = changed.awaitNanos(Math.min(left, CHECK_EVERY.toNanos()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } finally {
      lock.unlock();
    }
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
    check();
  }
}
