package dev.atf.queue.memory;

import dev.atf.model.TaskRef;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Queues in memory, with visibility as SQS has it; one lock for all. */
public final class InMemoryTaskQueue implements TaskSender, TaskReceiver, QueueAdmin {
  private final InstantSource clock;
  private final Map<QueueName, LinkedHashMap<Long, Message>> queues = new HashMap<>();
  private long lastMessage;
  private long lastReceipt;

  private record Message(TaskRef ref, Instant visibleAt, @Nullable String receipt) {}

  public InMemoryTaskQueue(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public synchronized void ensure(QueueName queue) {
    queues.putIfAbsent(queue, new LinkedHashMap<>());
  }

  @Override
  public synchronized void delete(QueueName queue) {
    queues.remove(queue);
  }

  @Override
  public synchronized Set<TaskRef> push(QueueName queue, Collection<TaskRef> refs) {
    var messages = queues.get(queue);
    if (messages == null) {
      return Set.copyOf(refs);
    }
    for (var ref : refs) {
      messages.put(++lastMessage, new Message(ref, Instant.MIN, null));
    }
    notifyAll();
    return Set.of();
  }

  @Override
  public synchronized QueueDepth look(QueueName queue) {
    var now = clock.instant();
    var all = messages(queue).values();
    int waiting = (int) all.stream().filter(m -> !m.visibleAt().isAfter(now)).count();
    return new QueueDepth(waiting, all.size() - waiting);
  }

  @Override
  public synchronized List<ReceivedTask> receive(
      QueueName queue, int max, Duration wait, Duration visibility) {
    var until = clock.instant().plus(wait);
    while (true) {
      var taken = take(queue, max, visibility);
      var left = Duration.between(clock.instant(), until);
      if (!taken.isEmpty() || left.isNegative() || left.isZero()) {
        return taken;
      }
      try {
        // Wakes early enough for messages whose visibility ends.
        TimeUnit.MILLISECONDS.timedWait(this, Math.max(1, Math.min(50, left.toMillis())));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return List.of();
      }
    }
  }

  @Override
  public synchronized void delete(QueueName queue, Collection<ReceivedTask> received) {
    var messages = queues.getOrDefault(queue, new LinkedHashMap<>());
    for (var message : received) {
      messages.values().removeIf(m -> message.receipt().equals(m.receipt()));
    }
  }

  @Override
  public synchronized void release(
      QueueName queue, Collection<ReceivedTask> received, Duration delay) {
    var visibleAt = clock.instant().plus(delay);
    var messages = queues.getOrDefault(queue, new LinkedHashMap<>());
    for (var message : received) {
      messages.replaceAll(
          (id, m) ->
              message.receipt().equals(m.receipt())
                  ? new Message(m.ref(), visibleAt, m.receipt())
                  : m);
    }
    notifyAll();
  }

  private List<ReceivedTask> take(QueueName queue, int max, Duration visibility) {
    var now = clock.instant();
    var taken = new ArrayList<ReceivedTask>();
    for (var entry : messages(queue).entrySet()) {
      if (taken.size() == max) {
        break;
      }
      if (!entry.getValue().visibleAt().isAfter(now)) {
        var receipt = "r" + ++lastReceipt;
        var ref = entry.getValue().ref();
        entry.setValue(new Message(ref, now.plus(visibility), receipt));
        taken.add(new ReceivedTask(ref, receipt));
      }
    }
    return taken;
  }

  private Map<Long, Message> messages(QueueName queue) {
    var messages = queues.get(queue);
    if (messages == null) {
      throw new QueueUnavailableException(queue + " does not exist", new IllegalStateException());
    }
    return messages;
  }
}
