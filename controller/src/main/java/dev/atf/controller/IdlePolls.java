package dev.atf.controller;

import dev.atf.model.Priority;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Rare polls for a lambda whose executors have no work while another host polls its queues (ADR
 * 0082). They find the messages that no host would receive if the HSCs were wrong about that host.
 * Guarded by the lock of {@link TaskMatcher}.
 */
public final class IdlePolls {
  /**
   * Time for which a report of the HSC is valid. The HSC reports every two seconds. Without a valid
   * report, the queues are polled.
   */
  static final Duration REPORT_VALID_FOR = Duration.ofSeconds(30);

  /** Time of frequent polls after a message, because more messages may follow. */
  static final Duration BUSY_FOR = Duration.ofMinutes(1);

  /** Minimum time between two polls. The next poll follows after one to two times this time. */
  public static final Duration INTERVAL_MIN = Duration.ofMinutes(20);

  private final Map<Priority, Long> pollsAt = new HashMap<>();
  private long idleUntil;
  private long busyUntil;

  IdlePolls(long now) {
    this.idleUntil = now;
    this.busyUntil = now;
  }

  /** Records what the HSC reports. */
  void set(boolean idle, long now) {
    idleUntil = idle ? now + REPORT_VALID_FOR.toNanos() : now;
  }

  /** Records that a poll has received a reference. */
  void received(long now) {
    busyUntil = now + BUSY_FOR.toNanos();
  }

  /** Records that a poll has started. */
  void polled(Priority priority, long now) {
    long interval = INTERVAL_MIN.toNanos();
    pollsAt.put(priority, now + interval + Math.floorMod(now, interval));
  }

  /** Returns whether a queue is not polled at the moment. */
  boolean rests(Priority priority, long now) {
    if (idleUntil - now <= 0 || busyUntil - now > 0) {
      return false;
    }
    var next = pollsAt.get(priority);
    return next != null && next - now > 0;
  }
}
