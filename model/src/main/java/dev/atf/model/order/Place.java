package dev.atf.model.order;

import dev.atf.model.TaskId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;

/**
 * Where a task stands in the order of its key.
 *
 * @param at its time; for a task that was due when it was scheduled, not before that of any such
 *     task that was acknowledged before it, whatever the frontends' clocks say. Whole milliseconds
 * @param sequence tells those of one millisecond apart, in the order of their submission
 * @param taskId of two that were submitted at once, any may be the first
 */
public record Place(Instant at, long sequence, TaskId taskId) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::at).thenComparing(Place::sequence).thenComparing(Place::taskId);

  public Place {
    at = at.truncatedTo(ChronoUnit.MILLIS);
  }

  /** Sorts, character by character, as places do. */
  public String name() {
    return "%015d-%012d-%s".formatted(at.toEpochMilli(), sequence, taskId);
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
