package dev.atf.standalone.demo;

import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.standalone.cli.ApiConnection;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/** Finds out which of the scheduled tasks have finished, by asking for each until it has. */
final class DemoWatch {
  private static final int ASKED_PER_ROUND = 50;

  private final ApiConnection api;
  private final Queue<String> unfinished;
  private final Map<String, Task> finished = new LinkedHashMap<>();
  private Optional<Task> running = Optional.empty();

  DemoWatch(ApiConnection api, Collection<String> taskIds) {
    this.api = api;
    this.unfinished = new ArrayDeque<>(taskIds);
  }

  /** Asks for some of the unfinished tasks; true if one of them has finished. */
  boolean round() {
    int before = finished.size();
    running = Optional.empty();
    for (int i = Math.min(ASKED_PER_ROUND, unfinished.size()); i > 0; i--) {
      var taskId = unfinished.remove();
      var task = api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
      switch (task.getStatus()) {
        case SUCCESS, FATAL_FAILURE, CANCELLED -> finished.put(taskId, task);
        case CLAIMED, PROCESSING -> {
          running = Optional.of(task);
          unfinished.add(taskId);
        }
        case NEW, ENQUEUED, RETRIABLE_FAILURE, TASK_STATUS_UNSPECIFIED, UNRECOGNIZED ->
            unfinished.add(taskId);
      }
    }
    return finished.size() > before;
  }

  /** A task that the last round saw running. */
  Optional<Task> running() {
    return running;
  }

  boolean done() {
    return unfinished.isEmpty();
  }

  int unfinishedCount() {
    return unfinished.size();
  }

  Map<String, Task> finished() {
    return finished;
  }

  long count(TaskStatus status) {
    return finished.values().stream().filter(task -> task.getStatus() == status).count();
  }
}
