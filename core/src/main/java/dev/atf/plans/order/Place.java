package dev.atf.plans.order;

import dev.atf.model.TaskId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;

/**
 * Position of a task in the order of its key.
 *
 * @param at time of the task in whole milliseconds; tasks that were due when they were scheduled
 *     are in the order of their acknowledgements, even if the clocks of frontends differ
 * @param sequence number that orders the tasks of one millisecond by submission
 * @param taskId id that makes the order total; its order has no meaning
 */
public record Place(Instant at, long sequence, TaskId taskId) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::at).thenComparing(Place::sequence).thenComparing(Place::taskId);

  private static final int AT_DIGITS = 15;
  private static final int SEQUENCE_DIGITS = 12;

  public Place {
    at = at.truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns the name. The character order of names is the order of the places. */
  public String name() {
    return padded(at.toEpochMilli(), AT_DIGITS)
        + '-'
        + padded(sequence, SEQUENCE_DIGITS)
        + '-'
        + taskId;
  }

  /**
   * Formats a number that is not negative like {@code %015d}, but faster, because every check of a
   * key does this several times.
   */
  private static String padded(long number, int digits) {
    var text = Long.toString(number);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }

  public static Place of(String name) {
    var parts = name.split("-", -1);
    return new Place(
        Instant.ofEpochMilli(Long.parseLong(parts[0])),
        Long.parseLong(parts[1]),
        new TaskId(parts[2]));
  }

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return name();
  }
}
