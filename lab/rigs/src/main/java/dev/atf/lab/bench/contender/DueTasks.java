package dev.atf.lab.bench.contender;

import dev.atf.model.Alarm;
import dev.atf.model.TriggerPartition;
import dev.atf.queue.QueueName;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * Tasks that are due by the index, in tens, and the number of them that wait in the queues. Polls
 * again when all that it gave out were released.
 */
final class DueTasks {
  private static final int PAGE = 1_000;
  private static final int TEN = 10;
  private static final Duration CHECK_EVERY = Duration.ofMillis(20);

  private final TriggerIndex index;
  private final List<QueueName> queues;
  private final Queue<Some> found = new ArrayDeque<>();
  private final Map<QueueName, Integer> messages = new HashMap<>();
  private Instant nextCheckAt = Instant.EPOCH;
  private int unreleased;
  private boolean closed;

  DueTasks(TriggerIndex index, List<QueueName> queues) {
    this.index = index;
    this.queues = queues;
  }

  /** Some due tasks of one queue, at most ten. */
  record Some(QueueName queue, List<TriggerEntry> entries) {}

  /** Returns tasks for the caller to release and then to report with {@link #released}. */
  synchronized Optional<Some> next(Instant now) {
    if (unreleased == 0 && !now.isBefore(nextCheckAt)) {
      queues.forEach(queue -> look(queue, now));
      unreleased = found.size();
      nextCheckAt = now.plus(CHECK_EVERY);
    }
    return Optional.ofNullable(found.poll());
  }

  /** Reports that these tasks are in their queue. */
  synchronized void released(Some some) {
    unreleased--;
    messages.merge(some.queue(), some.entries().size(), Integer::sum);
  }

  synchronized void received(QueueName queue, int count) {
    messages.merge(queue, -count, Integer::sum);
  }

  synchronized Optional<QueueName> queueWithMessages() {
    return queues.stream().filter(queue -> messages.getOrDefault(queue, 0) > 0).findFirst();
  }

  synchronized void close() {
    closed = true;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  private void look(QueueName queue, Instant now) {
    var partition = TriggerPartition.live(queue.lambda(), queue.priority(), 0, Alarm.DUE);
    Optional<PageMark> mark = Optional.empty();
    do {
      var page = index.read(partition, now, PAGE, mark);
      var entries = page.entries();
      for (int from = 0; from < entries.size(); from += TEN) {
        found.add(new Some(queue, entries.subList(from, Math.min(entries.size(), from + TEN))));
      }
      mark = page.next();
    } while (mark.isPresent());
  }
}
