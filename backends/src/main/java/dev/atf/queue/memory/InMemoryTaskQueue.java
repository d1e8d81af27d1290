package dev.atf.queue.memory;

import dev.atf.model.TaskRef;
import dev.atf.model.fairness.FairTurns;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueMissingException;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Queues in this process, with a visibility like that of SQS, for one machine and for tests. Their
 * messages are lost with the process, which is permitted for every message.
 */
public final class InMemoryTaskQueue implements TaskSender, TaskReceiver, QueueAdmin {
  /** Longest wait between two checks of a clock that a test may move. */
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(50);

  private final InstantSource clock;
  private final Duration checkInterval;
  private final Map<QueueName, Messages> queues = new ConcurrentHashMap<>();

  /** Creates queues that notice soon when the clock is moved. */
  public InMemoryTaskQueue(InstantSource clock) {
    this(clock, CHECK_INTERVAL);
  }

  /**
   * Creates empty queues.
   *
   * @param checkInterval maximum wait between two checks of the clock; use a long one for a clock
   *     that always advances, because each check wakes a thread
   */
  public InMemoryTaskQueue(InstantSource clock, Duration checkInterval) {
    this.clock = clock;
    this.checkInterval = checkInterval;
  }

  @Override
  public void ensure(QueueName queue) {
    queues.computeIfAbsent(queue, name -> new Messages(clock, checkInterval));
  }

  @Override
  public boolean exists(QueueName queue) {
    return queues.containsKey(queue);
  }

  @Override
  public void delete(QueueName queue) {
    queues.remove(queue);
  }

  @Override
  public Set<TaskRef> push(QueueName queue, Collection<TaskMessage> messages) {
    var found = queues.get(queue);
    if (found == null) {
      return TaskMessage.refs(messages);
    }
    found.push(messages);
    return Set.of();
  }

  @Override
  public QueueDepth estimate(QueueName queue) {
    return messages(queue).estimate();
  }

  @Override
  public List<ReceivedTask> receive(QueueName queue, int max, Duration wait, Duration visibility) {
    return messages(queue).receive(max, wait, visibility);
  }

  @Override
  public void delete(QueueName queue, Collection<ReceivedTask> received) {
    var messages = queues.get(queue);
    if (messages != null) {
      messages.delete(received);
    }
  }

  @Override
  public void release(QueueName queue, Collection<ReceivedTask> received, Duration delay) {
    var messages = queues.get(queue);
    if (messages != null) {
      messages.release(received, delay);
    }
  }

  private Messages messages(QueueName queue) {
    var messages = queues.get(queue);
    if (messages == null) {
      throw new QueueMissingException(queue + " does not exist", new IllegalStateException());
    }
    return messages;
  }

  /**
   * Messages of one queue. Groups take weighted turns, and each group delivers its oldest message
   * first. A delivered message that becomes visible again keeps its position in its group.
   */
  private static final class Messages {
    private static final Comparator<Message> BY_VISIBILITY =
        Comparator.comparing((Message message) -> message.visibleAt)
            .thenComparing(message -> message.id);

    private final InstantSource clock;
    private final Duration checkInterval;
    private final VisibleMessages visible = new VisibleMessages();
    private final TreeSet<Message> hidden = new TreeSet<>(BY_VISIBILITY);
    private final Map<String, Message> byReceipt = new HashMap<>();
    private long lastMessage;
    private long lastReceipt;

    private static final class Message {
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
     * Creates an empty queue.
     *
     * @param checkInterval maximum wait between two checks of the clock
     */
    Messages(InstantSource clock, Duration checkInterval) {
      this.clock = clock;
      this.checkInterval = checkInterval;
    }

    synchronized void push(Collection<TaskMessage> messages) {
      for (var sent : messages) {
        visible.add(new Message(++lastMessage, sent));
      }
      notifyAll();
    }

    synchronized QueueDepth estimate() {
      show(clock.instant());
      return new QueueDepth(visible.size(), hidden.size());
    }

    /** Waits for messages, until the time-out elapses or the thread is interrupted. */
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
          TimeUnit.MILLISECONDS.timedWait(this, Math.min(untilCheck(now), left));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return List.of();
        }
      }
    }

    /**
     * Returns the time in which no message can become visible, at most until the next check, and at
     * least 1 ms.
     */
    private long untilCheck(Instant now) {
      long check = checkInterval.toMillis();
      if (!hidden.isEmpty()) {
        // The time is rounded up; otherwise the last part of a millisecond would be waited for
        // repeatedly.
        var hiddenFor = Duration.between(now, hidden.first().visibleAt).plusNanos(999_999);
        check = Math.min(check, hiddenFor.toMillis());
      }
      return Math.max(1, check);
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
        // Those that wait have planned their next check for a later message.
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
        // The previous delivery has ended, so its receipt is no longer valid.
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

      /** Removes and returns the next message. There must be one. */
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
}
