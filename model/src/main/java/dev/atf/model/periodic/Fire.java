package dev.atf.model.periodic;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * One time at which a schedule fires.
 *
 * @param at the time that the schedule names: what the fire is known by
 * @param dueAt the same and its jitter: when its task is to run
 */
public record Fire(Instant at, Instant dueAt) {
  /** How the member of a task begins that somebody wanted besides the schedule. */
  public static final String TRIGGERED = "trigger/";

  /** How the origin of a fire's task begins that was made afterwards, before the fire's member. */
  public static final String BACKFILLED = "backfill/";

  /** Which member of its plan it is: the same on every machine. */
  public String member() {
    return member(at);
  }

  public static String member(Instant at) {
    return at.toString();
  }

  /**
   * When the fire is that a member names, whoever made its task; empty of one that was triggered by
   * hand.
   *
   * @param member of {@link #member}, of a backfilled fire, or of a trigger
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
