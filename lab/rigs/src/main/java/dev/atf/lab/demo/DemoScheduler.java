package dev.atf.lab.demo;

import dev.atf.lab.bench.workload.Callers;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.runtime.loop.MonotonicClock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Schedules the demonstration's tasks: every other chunk by ScheduleBatch, the rest one by one. */
final class DemoScheduler {
  private static final int CHUNK = 20;
  private static final int CALLERS = 4;

  private final ApiConnection api;
  private final Map<DemoTask, String> taskIds = new ConcurrentHashMap<>();

  DemoScheduler(ApiConnection api) {
    this.api = api;
  }

  /** Returns the tasks by their ids, in their order, once all are acknowledged. */
  Map<String, DemoTask> schedule(List<DemoTask> tasks, IntConsumer progress) {
    var chunks =
        IntStream.iterate(0, from -> from < tasks.size(), from -> from + CHUNK)
            .mapToObj(from -> tasks.subList(from, Math.min(tasks.size(), from + CHUNK)))
            .toList();
    var unused =
        Callers.call(
            CALLERS,
            chunks,
            this::schedule,
            called -> progress.accept(taskIds.size()),
            MonotonicClock.system());
    var scheduled = new LinkedHashMap<String, DemoTask>();
    tasks.forEach(task -> scheduled.put(Objects.requireNonNull(taskIds.get(task)), task));
    return scheduled;
  }

  private void schedule(List<DemoTask> chunk) {
    if (chunk.get(0).index() / CHUNK % 2 == 0) {
      inOneCall(chunk);
    } else {
      chunk.forEach(task -> taskIds.put(task, api.tasks().schedule(task.request()).getTaskId()));
    }
  }

  private void inOneCall(List<DemoTask> chunk) {
    var request = ScheduleBatchRequest.newBuilder().setLambda("command");
    chunk.forEach(task -> request.addTasks(task.request()));
    var results = api.tasks().scheduleBatch(request.build()).getResultsList();
    for (int i = 0; i < chunk.size(); i++) {
      if (results.get(i).hasError()) {
        throw new IllegalStateException(results.get(i).getError().getMessage());
      }
      taskIds.put(chunk.get(i), results.get(i).getTaskId());
    }
  }
}
