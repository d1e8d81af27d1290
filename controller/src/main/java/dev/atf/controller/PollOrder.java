package dev.atf.controller;

import dev.atf.model.Priority;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Order in which one lambda's queues are polled: a lower priority is asked for only what the higher
 * ones, as far as their polls have shown, do not have. Guarded by the {@link TaskMatcher}.
 */
final class PollOrder {
  /** Chosen: a queue that has messages answers within it; the long poll of another goes on. */
  static final Duration ANSWERS_WITHIN = Duration.ofMillis(100);

  /** Chosen: after longer, an answer says nothing about the present queue. */
  private static final Duration REMEMBERED = Duration.ofSeconds(1);

  private final Map<Priority, Look> looks = new HashMap<>();

  /**
   * Latest poll of one queue.
   *
   * @param asked number of references asked for; 0 once it was answered
   * @param at time at which it began, or was answered
   * @param drained whether the last answer was less than was asked for
   */
  private record Look(int asked, long at, boolean drained) {}

  void began(Priority priority, int asked, long now) {
    looks.put(priority, new Look(asked, now, isDrained(priority, now)));
  }

  /**
   * Records the end of a poll. A queue that gave less than it was asked for has no more: a few
   * messages now and then do not hold up the lower queues, nor does one that cannot be polled.
   */
  void ended(Priority priority, int received, long now) {
    var look = looks.get(priority);
    boolean drained = look == null || received < look.asked;
    looks.put(priority, new Look(0, now, drained));
  }

  /** Returns whether nothing is left in the queue, as far as one knows. */
  boolean isDrained(Priority priority, long now) {
    var look = looks.get(priority);
    if (look == null) {
      return false;
    }
    long ago = now - look.at;
    return look.asked > 0
        ? look.drained || ago >= ANSWERS_WITHIN.toNanos()
        : look.drained && ago <= REMEMBERED.toNanos();
  }

  /**
   * Returns the nanoseconds until a queue that is being polled counts as drained because it does
   * not answer; 0 or less if that is not waited for.
   */
  long untilDrained(Priority priority, long now) {
    var look = looks.get(priority);
    return look == null || look.asked == 0 || look.drained
        ? 0
        : look.at + ANSWERS_WITHIN.toNanos() - now;
  }

  /** Returns since when nobody has looked into the queue; not before {@code since}. */
  long unseenSince(Priority priority, long since) {
    var look = looks.get(priority);
    return look == null || look.at - since < 0 ? since : look.at;
  }
}
