package dev.atf.simulation.run;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskLifecycle.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Row of the lifecycle that a run of many worlds may miss: it is taken only when two writes meet
 * within milliseconds.
 */
record RareRow(@Nullable TaskStatus from, TaskEvent event, String why) {
  private static final List<RareRow> ALL =
      List.of(
          new RareRow(
              null,
              TaskEvent.ABANDON,
              "its Schedule died without a repetition, and its key was needed after its deadline"),
          new RareRow(
              TaskStatus.NEW,
              TaskEvent.GIVE_UP,
              "it is ENQUEUED at its deadline, and parked between that check and the write"),
          new RareRow(
              TaskStatus.RETRIABLE_FAILURE,
              TaskEvent.GIVE_UP,
              "it is ENQUEUED at its deadline, but by a slower clock it is claimed and fails"),
          new RareRow(
              TaskStatus.PROCESSING,
              TaskEvent.RETURN,
              "only tasks that were not started are returned, and these have no heartbeats"),
          new RareRow(
              TaskStatus.CLAIMED,
              TaskEvent.CONFIRM_CANCEL,
              "it is cancelled after its claim, and then returned without a start"));

  static List<RareRow> all() {
    return ALL;
  }

  static boolean includes(Row row) {
    return ALL.stream().anyMatch(rare -> rare.from() == row.from() && rare.event() == row.event());
  }
}
