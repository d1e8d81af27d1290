package dev.atf.model.task;

import dev.atf.model.TaskStatus;
import dev.atf.model.check.InvalidFieldException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Statuses of tasks that have ended. */
public final class EndStatuses {
  public static final Set<TaskStatus> ALL =
      Collections.unmodifiableSet(
          EnumSet.of(TaskStatus.SUCCESS, TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED));

  private EndStatuses() {}

  /**
   * Checks a set of final statuses.
   *
   * @throws InvalidFieldException if the set is empty, or contains a status that is not final
   */
  public static Set<TaskStatus> require(String field, Set<TaskStatus> statuses) {
    if (statuses.isEmpty() || !ALL.containsAll(statuses)) {
      throw new InvalidFieldException(field, statuses, "at least one of " + ALL);
    }
    return Collections.unmodifiableSet(EnumSet.copyOf(statuses));
  }
}
