package dev.atf.model;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tasks that an attempt's success brings with it (ADR 0035). They are part of the outcome, so
 * that one write says both.
 *
 * @param count of all of them, made or not
 * @param outbox those that may not have been made yet: all of them, or none
 */
public record Children(int count, List<TaskHeader> outbox) {
  public static final Children NONE = new Children(0, List.of());

  public Children {
    outbox = List.copyOf(outbox);
    if (count < 0 || (!outbox.isEmpty() && outbox.size() != count)) {
      throw new IllegalArgumentException(outbox.size() + " in the outbox of " + count);
    }
  }

  /** All of them still to be made. */
  public static Children toBeMade(List<TaskHeader> outbox) {
    return new Children(outbox.size(), outbox);
  }

  /** The same, when all of them are made. */
  public Children made() {
    return new Children(count, List.of());
  }

  /**
   * The ids of all of them, in the order in which they were scheduled.
   *
   * @param parent with the epoch of the outcome
   */
  public Stream<TaskId> ids(TaskRef parent) {
    return IntStream.range(0, count)
        .mapToObj(child -> new Parent(parent.taskId(), parent.epoch(), child).childId());
  }
}
