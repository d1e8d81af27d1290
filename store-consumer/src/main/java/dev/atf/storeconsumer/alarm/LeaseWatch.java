package dev.atf.storeconsumer.alarm;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Detects with the monotonic clock only that a lease was not extended, for the time during which
 * the wall clock is in doubt (F3). A lease that was unchanged for a whole stored lease has ended on
 * every clock.
 */
final class LeaseWatch {
  /**
   * Maximum number of leases that are watched at the same time. Other leases wait until these are
   * settled.
   */
  private static final int WATCHED_MAX = 10_000;

  private final Map<TaskId, Seen> watched = new HashMap<>();

  private record Seen(long epoch, Instant leaseUntil, Duration storedLease, long firstSeenNanos) {}

  /**
   * Returns whether the task's lease has been unchanged for longer than {@code storedLease}. The
   * first call starts the count.
   *
   * @param storedLease L + 2ε + κ
   */
  synchronized boolean hasStoodStill(Association task, Duration storedLease, long monotonicNanos) {
    var lease = task.lease();
    if (lease == null) {
      return false;
    }
    var before = watched.get(task.taskId());
    if (before == null
        || before.epoch() != task.epoch()
        || !before.leaseUntil().equals(lease.until())) {
      watch(task.taskId(), new Seen(task.epoch(), lease.until(), storedLease, monotonicNanos));
      return false;
    }
    return monotonicNanos - before.firstSeenNanos() > storedLease.toNanos();
  }

  /** Stops watching all leases, because the clock is trusted again. */
  synchronized void clear() {
    watched.clear();
  }

  private void watch(TaskId taskId, Seen seen) {
    if (watched.size() >= WATCHED_MAX) {
      // A lease that was watched for twice its time is settled or has gone.
      watched
          .values()
          .removeIf(
              old ->
                  seen.firstSeenNanos() - old.firstSeenNanos() > 2 * old.storedLease().toNanos());
    }
    if (watched.size() < WATCHED_MAX || watched.containsKey(taskId)) {
      watched.put(taskId, seen);
    }
  }
}
