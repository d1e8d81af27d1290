package dev.atf.storeconsumer.release;

import dev.atf.queue.QueueName;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The places that queues have for the references of alarms which are dealt with at the same time:
 * each takes its own, so that a queue that is away is tried with a few and not with all of them.
 * Thread-safe.
 */
public final class CapacityReservations {
  private final QueueCapacity room;
  private final Instant now;
  private final Map<QueueName, AtomicInteger> left = new ConcurrentHashMap<>();

  public CapacityReservations(QueueCapacity room, Instant now) {
    this.room = room;
    this.now = now;
  }

  /** Takes a place; false if none is left. */
  public boolean take(QueueName queue) {
    var known = left.get(queue);
    if (known == null) {
      // Not in computeIfAbsent: a queue that does not answer must not keep others waiting.
      var asked = new AtomicInteger(room.left(queue, now));
      var first = left.putIfAbsent(queue, asked);
      known = first == null ? asked : first;
    }
    return known.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }
}
