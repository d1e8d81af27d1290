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
              "its Schedule died, was not repeated, and its key was wanted behind its deadline"),
          new RareRow(
              TaskStatus.NEW,
              TaskEvent.GIVE_UP,
              "it is given up as ENQUEUED, and parked between that look and the write"),
          new RareRow(
              TaskStatus.RETRIABLE_FAILURE,
              TaskEvent.GIVE_UP,
              "it is given up as ENQUEUED, and by a slower clock claimed and failed meanwhile"),
          new RareRow(
              TaskStatus.PROCESSING,
              TaskEvent.RETURN,
              "what is given back was not begun, and only what was begun sends heartbeats"),
          new RareRow(
              TaskStatus.CLAIMED,
              TaskEvent.CONFIRM_CANCEL,
              "it is cancelled between its claim and its being given back unstarted"));

  static List<RareRow> all() {
    return ALL;
  }

  static boolean includes(Row row) {
    return ALL.stream().anyMatch(rare -> rare.from() == row.from() && rare.event() == row.event());
  }
}
