package dev.atf.model.transition;

import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.job.Join;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tasks that an attempt's success brings with it (ADR 0035). They are part of the outcome, so
 * that one write says both.
 *
 * @param count of those that nobody waits for, made or not
 * @param outbox those of them that may not have been made yet: all, or none
 * @param joins jobs of the others, and of what waits for them, made or not
 * @param pending whether some of all these are perhaps not made yet
 */
public record Children(int count, List<TaskHeader> outbox, List<Join> joins, boolean pending) {
  public static final Children NONE = new Children(0, List.of());

  public Children {
    outbox = List.copyOf(outbox);
    joins = List.copyOf(joins);
    if (count < 0 || outbox.size() != (pending ? count : 0)) {
      throw new IllegalArgumentException(outbox.size() + " in the outbox of " + count);
    }
    if (pending && count == 0 && joins.isEmpty()) {
      throw new IllegalArgumentException("nothing is to be made");
    }
  }

  /** Of children that nobody waits for. */
  public Children(int count, List<TaskHeader> outbox) {
    this(count, outbox, List.of(), !outbox.isEmpty());
  }

  /** All of them still to be made. */
  public static Children toBeMade(List<TaskHeader> outbox) {
    return toBeMade(outbox, List.of());
  }

  /** The same, with some that other tasks wait for. */
  public static Children toBeMade(List<TaskHeader> outbox, List<Join> joins) {
    return new Children(outbox.size(), outbox, joins, true);
  }

  /** The same, when all of them are made. */
  public Children made() {
    return new Children(count, List.of(), joins, false);
  }

  /** Whether there are any. */
  public boolean any() {
    return count > 0 || !joins.isEmpty();
  }

  /** How many are perhaps still to be made: tasks, and jobs. */
  public int pendingCount() {
    return pending ? count + joins.size() : 0;
  }

  /**
   * The ids of those that nobody waits for, in the order in which they were scheduled.
   *
   * @param parent with the epoch of the outcome
   */
  public Stream<TaskId> ids(TaskRef parent) {
    return IntStream.range(0, count)
        .mapToObj(child -> new Parent(parent.taskId(), parent.epoch(), child).childId());
  }
}
