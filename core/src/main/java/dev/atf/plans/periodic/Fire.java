package dev.atf.plans.periodic;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Time at which a schedule fires.
 *
 * @param at time in the schedule, which identifies the fire
 * @param dueAt the same time plus jitter, which is the start time of the task
 */
public record Fire(Instant at, Instant dueAt) {
  /** Prefix of the member of a task that was triggered manually. */
  public static final String TRIGGERED = "trigger/";

  /** Prefix of the member of a task that was backfilled, followed by the member of the fire. */
  public static final String BACKFILLED = "backfill/";

  /** Returns the member of the plan, which is the same on every machine. */
  public String member() {
    return member(at);
  }

  public static String member(Instant at) {
    return at.toString();
  }

  /**
   * Returns the time of the fire in a member; empty for a task that was triggered manually.
   *
   * @param member member from {@link #member}, from a backfilled fire, or from a trigger
   */
  public static Optional<Instant> at(String member) {
    try {
      boolean backfilled = member.startsWith(BACKFILLED);
      return Optional.of(
          Instant.parse(backfilled ? member.substring(BACKFILLED.length()) : member));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
