package dev.atf.controller;

import dev.atf.model.Priority;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * What one lambda's polls have shown of its queues, so that a lower priority is asked for only what
 * the higher ones do not have. Guarded by the {@link Desk}.
 */
final class PollOrder {
  /** Chosen: a queue that has messages answers within it; the long poll of another goes on. */
  static final Duration ANSWERS_WITHIN = Duration.ofMillis(100);

  /** Chosen: for longer an empty answer says nothing of what is in the queue now. */
  private static final Duration REMEMBERED = Duration.ofSeconds(1);

  private final Map<Priority, Look> looks = new HashMap<>();

  /**
   * The latest poll of one queue.
   *
   * @param underWay whether it has not been answered
   * @param at when it began, or was answered
   * @param empty whether it was answered with nothing
   */
  private record Look(boolean underWay, long at, boolean empty) {}

  void began(Priority priority, long now) {
    looks.put(priority, new Look(true, now, false));
  }

  /** A queue that could not be polled counts as empty: it must not hold up the lower ones. */
  void ended(Priority priority, int received, long now) {
    looks.put(priority, new Look(false, now, received == 0));
  }

  /** Whether the queue has nothing, as far as one knows. */
  boolean isEmpty(Priority priority, long now) {
    var look = looks.get(priority);
    if (look == null) {
      return false;
    }
    long ago = now - look.at;
    return look.underWay
        ? ago >= ANSWERS_WITHIN.toNanos()
        : look.empty && ago <= REMEMBERED.toNanos();
  }

  /** Since when nobody has looked into the queue; not before {@code since}. */
  long unseenSince(Priority priority, long since) {
    var look = looks.get(priority);
    return look == null || look.at - since < 0 ? since : look.at;
  }
}
