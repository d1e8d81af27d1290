package dev.atf.model.task;

import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tasks that an attempt's success creates (ADR 0035). They are part of the outcome, so that one
 * write contains both.
 *
 * @param count number of children without a join, created or not
 * @param outbox children that may not have been created yet: all of them, or none
 * @param joins jobs of the other children and of the tasks that wait for them, created or not
 * @param pending whether some of these tasks and jobs may not have been created yet
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
      throw new IllegalArgumentException("nothing is to be created");
    }
  }

  /** Creates children without joins. */
  public Children(int count, List<TaskHeader> outbox) {
    this(count, outbox, List.of(), !outbox.isEmpty());
  }

  /** Returns children and joins that are not created yet. */
  public static Children toCreate(List<TaskHeader> outbox, List<Join> joins) {
    return new Children(outbox.size(), outbox, joins, true);
  }

  /** Returns these children as created. */
  public Children created() {
    return new Children(count, List.of(), joins, false);
  }

  public boolean any() {
    return count > 0 || !joins.isEmpty();
  }

  /** Returns the number of tasks and jobs that may still have to be created. */
  public int pendingCount() {
    return pending ? count + joins.size() : 0;
  }

  /**
   * Returns the ids of the children without a join, in the order in which they were scheduled.
   *
   * @param parent parent with the epoch of the outcome
   */
  public Stream<TaskId> ids(TaskRef parent) {
    return IntStream.range(0, count)
        .mapToObj(child -> new Parent(parent.taskId(), parent.epoch(), child).childId());
  }
}
