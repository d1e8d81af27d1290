package dev.atf.storeconsumer.release;

import dev.atf.queue.QueueName;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Capacity of queues reserved for the references of alarms that are handled at the same time: each
 * reserves its own, so that an unavailable queue is tried with a few and not with all of them.
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

  /** Reserves capacity for one reference; false if none is left. */
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
