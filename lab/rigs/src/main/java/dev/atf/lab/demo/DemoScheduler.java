package dev.atf.lab.demo;

import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Schedules the demonstration's tasks: every other chunk by ScheduleBatch, the rest one by one. */
final class DemoScheduler {
  private static final int CHUNK = 20;
  private static final int CALLERS = 4;

  private final ApiConnection api;

  DemoScheduler(ApiConnection api) {
    this.api = api;
  }

  /** Returns the tasks by their ids, once all are acknowledged. */
  Map<String, DemoTask> schedule(List<DemoTask> tasks, IntConsumer progress) {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      var calls = new ArrayList<Future<Map<String, DemoTask>>>();
      for (int from = 0; from < tasks.size(); from += CHUNK) {
        var chunk = tasks.subList(from, Math.min(tasks.size(), from + CHUNK));
        boolean batch = from / CHUNK % 2 == 0;
        calls.add(callers.submit(() -> batch ? inOneCall(chunk) : oneByOne(chunk)));
      }
      var scheduled = new LinkedHashMap<String, DemoTask>();
      for (var call : calls) {
        scheduled.putAll(call.get());
        progress.accept(scheduled.size());
      }
      return scheduled;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a task could not be scheduled", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      callers.shutdownNow();
    }
  }

  private Map<String, DemoTask> inOneCall(List<DemoTask> chunk) {
    var request = ScheduleBatchRequest.newBuilder().setLambda("command");
    chunk.forEach(task -> request.addTasks(task.request()));
    var results = api.tasks().scheduleBatch(request.build()).getResultsList();
    var scheduled = new LinkedHashMap<String, DemoTask>();
    for (int i = 0; i < chunk.size(); i++) {
      if (results.get(i).hasError()) {
        throw new IllegalStateException(results.get(i).getError().getMessage());
      }
      scheduled.put(results.get(i).getTaskId(), chunk.get(i));
    }
    return scheduled;
  }

  private Map<String, DemoTask> oneByOne(List<DemoTask> chunk) {
    var scheduled = new LinkedHashMap<String, DemoTask>();
    for (var task : chunk) {
      scheduled.put(api.tasks().schedule(task.request()).getTaskId(), task);
    }
    return scheduled;
  }
}
