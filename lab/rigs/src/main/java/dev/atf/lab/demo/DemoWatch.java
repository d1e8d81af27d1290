package dev.atf.lab.demo;

import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Watches which of the scheduled tasks have finished. The tasks of one priority end about in the
 * order of their times, so it polls only the first few unfinished ones of each.
 */
final class DemoWatch {
  /** Number of tasks of each priority that are polled in a round. */
  private static final int UNFINISHED_ASKED_MAX = 6;

  private final ApiConnection api;
  private final Map<String, List<String>> unfinished = new TreeMap<>();
  private final Map<String, Task> finished = new LinkedHashMap<>();
  private Optional<Task> running = Optional.empty();

  DemoWatch(ApiConnection api, Map<String, DemoTask> tasks) {
    this.api = api;
    tasks.entrySet().stream()
        .sorted(Comparator.comparing(task -> task.getValue().delaySeconds()))
        .forEach(
            task ->
                unfinished
                    .computeIfAbsent(task.getValue().priority(), priority -> new ArrayList<>())
                    .add(task.getKey()));
  }

  /** Polls some of the unfinished tasks; returns true if one of them has finished. */
  boolean round() {
    int before = finished.size();
    running = Optional.empty();
    unfinished.values().forEach(this::round);
    return finished.size() > before;
  }

  private void round(List<String> taskIds) {
    int open = 0;
    for (var i = taskIds.iterator(); i.hasNext() && open < UNFINISHED_ASKED_MAX; ) {
      var taskId = i.next();
      var task = api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
      switch (task.getStatus()) {
        case SUCCESS, FATAL_FAILURE, CANCELLED -> {
          finished.put(taskId, task);
          i.remove();
        }
        case CLAIMED, PROCESSING -> {
          running = Optional.of(task);
          open++;
        }
        case NEW, ENQUEUED, RETRIABLE_FAILURE, BLOCKED, TASK_STATUS_UNSPECIFIED, UNRECOGNIZED ->
            open++;
      }
    }
  }

  /** Returns a task that ran in the last round. */
  Optional<Task> running() {
    return running;
  }

  boolean done() {
    return unfinishedCount() == 0;
  }

  int unfinishedCount() {
    return unfinished.values().stream().mapToInt(Collection::size).sum();
  }

  Map<String, Task> finished() {
    return finished;
  }

  long count(TaskStatus status) {
    return finished.values().stream().filter(task -> task.getStatus() == status).count();
  }
}
