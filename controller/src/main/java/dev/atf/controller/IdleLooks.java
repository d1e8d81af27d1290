package dev.atf.controller;

import dev.atf.model.Priority;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Rare looks into the queues of one lambda that sleeps while another host waits at them (ADR 0082).
 * They find what would be left there if the HSCs were wrong about that host. Guarded by the {@link
 * TaskMatcher}.
 */
public final class IdleLooks {
  /** Chosen: the HSC tells it every two seconds; without word from it the queues are polled. */
  static final Duration TOLD_FOR = Duration.ofSeconds(30);

  /** Chosen: where a message was, there may be more. */
  static final Duration BUSY_FOR = Duration.ofMinutes(1);

  /** Chosen: the least time between two looks; up to twice as long, by the time of the look. */
  public static final Duration LOOK_EVERY = Duration.ofMinutes(20);

  private final Map<Priority, Long> looksAt = new HashMap<>();
  private long idleUntil;
  private long busyUntil;

  IdleLooks(long now) {
    this.idleUntil = now;
    this.busyUntil = now;
  }

  /** Records what the HSC tells. */
  void set(boolean idle, long now) {
    idleUntil = idle ? now + TOLD_FOR.toNanos() : now;
  }

  /** Records that a poll has brought something. */
  void received(long now) {
    busyUntil = now + BUSY_FOR.toNanos();
  }

  /** Records that a poll has begun. */
  void polled(Priority priority, long now) {
    looksAt.put(priority, now + LOOK_EVERY.toNanos() + Math.floorMod(now, LOOK_EVERY.toNanos()));
  }

  /** Returns whether a queue is not polled now. */
  boolean rests(Priority priority, long now) {
    if (idleUntil - now <= 0 || busyUntil - now > 0) {
      return false;
    }
    var look = looksAt.get(priority);
    return look != null && look - now > 0;
  }
}
