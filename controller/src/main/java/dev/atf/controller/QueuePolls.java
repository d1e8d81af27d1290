package dev.atf.controller;

import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueMissingException;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskReceiver;
import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the queues of the served lambdas, each in its own loop, and passes the received references
 * to the {@link TaskMatcher}.
 */
@Singleton
final class QueuePolls {
  private static final Logger log = LoggerFactory.getLogger(QueuePolls.class);

  /** Longest wait of a turn until references are wanted. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ControllerConfig config;
  private final Loops loops;
  private final TaskMatcher matcher;
  private final TaskReceiver receiver;
  private final MessageSettler messages;
  private final MonotonicClock clock;
  private final ControllerMetrics metrics;
  private final MissingQueues missing;
  private final Map<QueueName, Loop> polls = new HashMap<>();
  private boolean closed;

  @Inject
  QueuePolls(
      ControllerConfig config,
      Loops loops,
      TaskMatcher matcher,
      TaskReceiver receiver,
      QueueAdmin admin,
      MessageSettler messages,
      MonotonicClock clock,
      ControllerMetrics metrics) {
    this.config = config;
    this.loops = loops;
    this.matcher = matcher;
    this.receiver = receiver;
    this.messages = messages;
    this.clock = clock;
    this.metrics = metrics;
    this.missing = new MissingQueues(config.createQueues(), admin);
  }

  /**
   * Polls the queue from now on. A missing queue is created again if this process may create
   * queues.
   */
  synchronized void ensure(QueueName queue) {
    if (!closed && !polls.containsKey(queue)) {
      metrics.watch(queue.lambda(), matcher);
      metrics.watch(queue, matcher);
      polls.put(queue, loops.start("poll-" + queue, () -> poll(queue)));
    }
    missing.restore(queue);
  }

  /**
   * Runs one turn of a queue's loop: waits until references are wanted, and receives them with a
   * long poll.
   */
  private Duration poll(QueueName queue) throws InterruptedException {
    int room = matcher.awaitRoom(queue, PATIENCE);
    if (room > 0) {
      var received = receive(queue, room);
      metrics.received(queue, received.size());
      long now = clock.nanos();
      var refs = received.stream().map(message -> new BufferedRef(queue, message, now)).toList();
      messages.returnToQueue(matcher.arrived(refs));
    }
    return Duration.ZERO;
  }

  private List<ReceivedTask> receive(QueueName queue, int max) {
    List<ReceivedTask> received = List.of();
    try {
      received = receiver.receive(queue, max, config.receiveWait(), config.visibility());
    } catch (QueueMissingException e) {
      missing.add(queue);
      throw e;
    } finally {
      matcher.polled(queue, received.size());
    }
    return received;
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

  /**
   * Queues that polls have found missing. If this process may create queues, it creates them again.
   * The alarms of the tasks then push the lost messages again.
   */
  static final class MissingQueues {
    private final boolean creationAllowed;
    private final QueueAdmin admin;
    private final Set<QueueName> missing = ConcurrentHashMap.newKeySet();

    /**
     * Creates an empty list.
     *
     * @param creationAllowed whether this process may create queues
     */
    MissingQueues(boolean creationAllowed, QueueAdmin admin) {
      this.creationAllowed = creationAllowed;
      this.admin = admin;
    }

    void add(QueueName queue) {
      missing.add(queue);
    }

    /** Creates the queue of a registered lambda again, if a poll has found it missing. */
    void restore(QueueName queue) {
      if (!creationAllowed || !missing.remove(queue)) {
        return;
      }
      try {
        admin.ensure(queue);
        log.warn("queue={} was missing and is created again", queue);
      } catch (QueueUnavailableException e) {
        log.warn("queue={} is missing and cannot be created; the next poll tries again", queue, e);
      }
    }
  }
}
