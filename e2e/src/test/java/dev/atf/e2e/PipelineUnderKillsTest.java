package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.e2e.support.EffectSink;
import dev.atf.e2e.support.JavaProcess;
import dev.atf.e2e.support.TestCluster;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.standalone.cli.ApiConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole pipeline as separate processes, one of each kind killed with SIGKILL at work. */
final class PipelineUnderKillsTest {
  private static final List<String> LAMBDAS = List.of("alpha", "beta", "gamma");
  private static final List<String> PRIORITIES = List.of("high", "normal", "low");
  private static final int TASKS = 2_000;
  private static final int BATCH = 50;
  private static final int HANDLER_MILLIS = 20;

  @Test
  void everyTaskSucceedsAloneAndFencedAlthoughOneProcessOfEachKindIsKilled(@TempDir Path logs) {
    try (var sink = EffectSink.start();
        var cluster = new TestCluster(logs, TestCluster.LEASE)) {
      var frontend = cluster.startFrontend();
      var hsc = cluster.startHsc();
      var storeConsumer = cluster.startStoreConsumer();
      try (var api = cluster.connect()) {
        LAMBDAS.forEach(
            name -> api.lambdas().registerLambda(Lambda.newBuilder().setName(name).build()));
      }
      var controller = cluster.startController(LAMBDAS);
      var executors = new ArrayList<JavaProcess>();
      for (var lambda : LAMBDAS) {
        executors.add(cluster.startExecutor(lambda, 4, cluster.hscUri(), sink));
        executors.add(cluster.startExecutor(lambda, 4, cluster.hscUri(), sink));
      }

      Set<String> taskIds;
      try (var api = cluster.connect()) {
        taskIds = scheduleAll(api);
      }
      assertThat(taskIds).hasSize(TASKS);

      // Each kind dies while there is work, and comes back as its supervisor would bring it.
      awaitEffects(sink, TASKS / 10);
      storeConsumer.kill9();
      cluster.startStoreConsumer();
      awaitEffects(sink, TASKS * 2 / 10);
      killAtWork(executors.get(0), sink);
      cluster.startExecutor(LAMBDAS.get(0), 4, cluster.hscUri(), sink);
      awaitEffects(sink, TASKS * 3 / 10);
      hsc.kill9();
      cluster.startHsc();
      awaitEffects(sink, TASKS * 4 / 10);
      controller.kill9();
      cluster.startController(LAMBDAS);
      awaitEffects(sink, TASKS * 5 / 10);
      frontend.kill9();
      cluster.startFrontend();

      try (var api = cluster.connect()) {
        assertThat(outcomes(api, taskIds)).isEqualTo(Map.of(TaskStatus.SUCCESS, TASKS));
      }
      assertThat(sink.overlaps()).isEmpty();
      assertThat(sink.effects().keySet()).isEqualTo(taskIds);
    }
  }

  private static Set<String> scheduleAll(ApiConnection api) {
    var taskIds = new HashSet<String>();
    for (int from = 0; from < TASKS; from += BATCH) {
      var lambda = LAMBDAS.get(from / BATCH % LAMBDAS.size());
      var batch = ScheduleBatchRequest.newBuilder().setLambda(lambda);
      for (int n = from; n < from + BATCH; n++) {
        batch.addTasks(request(n));
      }
      api.tasks()
          .scheduleBatch(batch.build())
          .getResultsList()
          .forEach(
              result -> {
                assertThat(result.hasError()).as(result.getError().getMessage()).isFalse();
                taskIds.add(result.getTaskId());
              });
    }
    return taskIds;
  }

  /** A fifth of them is due only later, so that the look-ahead has work too. */
  private static ScheduleRequest request(int n) {
    var payload =
        Struct.newBuilder()
            .putFields("n", Value.newBuilder().setNumberValue(n).build())
            .putFields("millis", Value.newBuilder().setNumberValue(HANDLER_MILLIS).build());
    var request =
        ScheduleRequest.newBuilder()
            .setPriority(PRIORITIES.get(n % PRIORITIES.size()))
            .setIdempotencyKey("task-" + n)
            .setJson(Value.newBuilder().setStructValue(payload));
    if (n % 5 == 0) {
      request.setDelay(Duration.newBuilder().setSeconds(1 + n % 7));
    }
    return request.build();
  }

  private static void awaitEffects(EffectSink sink, int count) {
    Awaitility.await(count + " effects")
        .atMost(java.time.Duration.ofMinutes(3))
        .until(() -> sink.effects().size() >= count);
  }

  private static void killAtWork(JavaProcess executor, EffectSink sink) {
    Awaitility.await("work in " + executor)
        .atMost(java.time.Duration.ofMinutes(1))
        .pollInterval(java.time.Duration.ofMillis(5))
        .until(() -> !sink.runningIn(executor.pid()).isEmpty());
    executor.kill9();
    sink.processDied(executor.pid());
  }

  private static Map<TaskStatus, Integer> outcomes(ApiConnection api, Set<String> taskIds) {
    var open = new HashSet<>(taskIds);
    var outcomes = new HashMap<TaskStatus, Integer>();
    Awaitility.await("every task has ended")
        .atMost(java.time.Duration.ofMinutes(4))
        .pollInterval(java.time.Duration.ofMillis(500))
        .until(
            () -> {
              open.removeIf(
                  taskId -> {
                    var status = status(api, taskId);
                    boolean ended =
                        status == TaskStatus.SUCCESS
                            || status == TaskStatus.FATAL_FAILURE
                            || status == TaskStatus.CANCELLED;
                    if (ended) {
                      outcomes.merge(status, 1, Integer::sum);
                    }
                    return ended;
                  });
              return open.isEmpty();
            });
    return outcomes;
  }

  private static TaskStatus status(ApiConnection api, String taskId) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build()).getStatus();
  }
}
