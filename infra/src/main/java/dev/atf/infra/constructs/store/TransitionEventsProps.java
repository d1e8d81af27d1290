package dev.atf.infra.constructs.store;

import dev.atf.model.TaskStatus;
import java.util.EnumSet;
import java.util.Set;
import software.amazon.awscdk.services.dynamodb.ITable;

/**
 * Properties of the events.
 *
 * @param associations table of a {@link TaskStore}
 * @param busName name of the new bus
 * @param statuses statuses for which events are sent; each heartbeat of a task in one of them is an
 *     event, so that statuses of running tasks cost most
 * @param keepData whether the bus remains when its stack is deleted
 */
public record TransitionEventsProps(
    ITable associations, String busName, Set<TaskStatus> statuses, boolean keepData) {
  /** Final statuses, which cause one event for each task. */
  public static final Set<TaskStatus> ENDS =
      Set.copyOf(EnumSet.of(TaskStatus.SUCCESS, TaskStatus.FATAL_FAILURE, TaskStatus.CANCELLED));

  public TransitionEventsProps {
    statuses = Set.copyOf(statuses);
    if (statuses.isEmpty()) {
      throw new IllegalArgumentException("statuses: none (expected: one or more)");
    }
  }
}
