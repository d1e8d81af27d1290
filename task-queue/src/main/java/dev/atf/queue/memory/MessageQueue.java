package dev.atf.queue.memory;

import dev.atf.model.fairness.FairTurns;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Messages of one queue: their groups in weighted turns, and of each group the oldest first. A
 * message that is delivered and comes back keeps its place in its group.
 */
final class MessageQueue {
  private static final Comparator<Message> BY_VISIBILITY =
      Comparator.comparing((Message message) -> message.visibleAt)
          .thenComparing(message -> message.id);

  private final InstantSource clock;
  private final Duration lookEvery;
  private final VisibleMessages visible = new VisibleMessages();
  private final TreeSet<Message> hidden = new TreeSet<>(BY_VISIBILITY);
  private final Map<String, Message> byReceipt = new HashMap<>();
  private long lastMessage;
  private long lastReceipt;

  static final class Message {
    final long id;
    final TaskMessage sent;
    private Instant visibleAt = Instant.MIN;
    private String receipt = "";

    private Message(long id, TaskMessage sent) {
      this.id = id;
      this.sent = sent;
    }
  }

  /**
   * @param lookEvery longest wait between two looks at the clock
   */
  MessageQueue(InstantSource clock, Duration lookEvery) {
    this.clock = clock;
    this.lookEvery = lookEvery;
  }

  synchronized void push(Collection<TaskMessage> messages) {
    for (var sent : messages) {
      visible.add(new Message(++lastMessage, sent));
    }
    notifyAll();
  }

  synchronized QueueDepth look() {
    show(clock.instant());
    return new QueueDepth(visible.size(), hidden.size());
  }

  /** Waits until there is something, or the time is over, or it is interrupted. */
  synchronized List<ReceivedTask> receive(int max, Duration wait, Duration visibility) {
    var until = clock.instant().plus(wait);
    while (true) {
      var now = clock.instant();
      show(now);
      long left = Duration.between(now, until).toMillis();
      if (!visible.isEmpty() || left <= 0) {
        return take(max, now.plus(visibility));
      }
      try {
        TimeUnit.MILLISECONDS.timedWait(this, Math.min(untilLook(now), left));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return List.of();
      }
    }
  }

  /** Returns how long nothing can appear by itself, at most until the next look; at least 1 ms. */
  private long untilLook(Instant now) {
    long look = lookEvery.toMillis();
    if (!hidden.isEmpty()) {
      // Rounded up, or the last part of a millisecond would be waited for in vain.
      look =
          Math.min(
              look, Duration.between(now, hidden.first().visibleAt).plusNanos(999_999).toMillis());
    }
    return Math.max(1, look);
  }

  synchronized void delete(Collection<ReceivedTask> received) {
    for (var delivery : received) {
      var message = byReceipt.remove(delivery.receipt());
      if (message != null) {
        visible.remove(message);
        hidden.remove(message);
      }
    }
  }

  synchronized void release(Collection<ReceivedTask> received, Duration delay) {
    var visibleAt = clock.instant().plus(delay);
    for (var delivery : received) {
      var message = byReceipt.get(delivery.receipt());
      if (message != null) {
        visible.remove(message);
        hide(message, visibleAt);
      }
    }
    notifyAll();
  }

  private void hide(Message message, Instant visibleAt) {
    hidden.remove(message);
    message.visibleAt = visibleAt;
    hidden.add(message);
    if (hidden.first() == message) {
      // Those that wait have planned their next look for a later message.
      notifyAll();
    }
  }

  private void show(Instant now) {
    while (!hidden.isEmpty() && !hidden.first().visibleAt.isAfter(now)) {
      visible.add(hidden.pollFirst());
    }
  }

  private List<ReceivedTask> take(int max, Instant visibleAt) {
    var taken = new ArrayList<ReceivedTask>();
    while (taken.size() < max && !visible.isEmpty()) {
      var message = visible.next();
      // The delivery before is over: its receipt names nothing any more.
      byReceipt.remove(message.receipt);
      message.receipt = "r" + ++lastReceipt;
      byReceipt.put(message.receipt, message);
      hide(message, visibleAt);
      taken.add(new ReceivedTask(message.sent.ref(), message.receipt));
    }
    return taken;
  }

  /** Messages that can be received, by group. Not thread-safe. */
  private static final class VisibleMessages {
    private final Map<KeyGroup, TreeMap<Long, Message>> groups = new HashMap<>();
    private final FairTurns turns = new FairTurns();
    private int size;

    void add(Message message) {
      var group = message.sent.group();
      if (groups.computeIfAbsent(group, g -> new TreeMap<>()).put(message.id, message) == null) {
        turns.enter(group);
        size++;
      }
    }

    void remove(Message message) {
      var group = message.sent.group();
      var messages = groups.get(group);
      if (messages != null && messages.remove(message.id) != null) {
        size--;
        if (messages.isEmpty()) {
          groups.remove(group);
          turns.leave(group);
        }
      }
    }

    /** Removes and returns the next; there is one. */
    Message next() {
      var group = Objects.requireNonNull(turns.next(any -> true));
      var message = Objects.requireNonNull(groups.get(group)).firstEntry().getValue();
      turns.serve(group, message.sent.weight());
      remove(message);
      return message;
    }

    boolean isEmpty() {
      return size == 0;
    }

    int size() {
      return size;
    }
  }
}
