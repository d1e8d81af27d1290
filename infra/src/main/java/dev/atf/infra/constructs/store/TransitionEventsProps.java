package dev.atf.infra.constructs.store;

import dev.atf.model.TaskStatus;
import java.util.EnumSet;
import java.util.Set;
import software.amazon.awscdk.services.dynamodb.ITable;

/**
 * @param associations the table of a {@link TaskStore}
 * @param busName of the bus that is made
 * @param statuses that are told of; each heartbeat of a task that stays in one of them is an event,
 *     too, so that those of running tasks cost most
 * @param keepData whether the bus outlives its stack
 */
public record TransitionEventsProps(
    ITable associations, String busName, Set<TaskStatus> statuses, boolean keepData) {
  /** How tasks end: one event for each. */
  public static final Set<TaskStatus> ENDS =
      Set.copyOf(EnumSet.of(TaskStatus.SUCCESS, TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED));

  public TransitionEventsProps {
    statuses = Set.copyOf(statuses);
    if (statuses.isEmpty()) {
      throw new IllegalArgumentException("statuses: none (expected: one or more)");
    }
  }
}
