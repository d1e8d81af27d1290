package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.e2e.support.OnSharedCluster;
import dev.atf.e2e.support.PacedLease;
import dev.atf.e2e.support.PatientReads;
import dev.atf.e2e.support.TestCluster;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.SupervisedExecutors;
import dev.atf.local.ApiConnection;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.ProgressWait;
import dev.atf.testtime.StalledException;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole pipeline as separate processes, one of each kind killed with SIGKILL at work. */
@Tag("system")
@OnSharedCluster
final class PipelineUnderKillsTest {
  private static final List<String> LAMBDAS = List.of("alpha", "beta", "gamma");
  private static final List<String> PRIORITIES = List.of("high", "normal", "low");
  private static final int TASKS = 1_000;
  private static final int BATCH = 50;
  private static final int HANDLER_MILLIS = 20;

  /**
   * Lease times that outlast the start of six JVMs on two cores: executors whose leases end by load
   * are started again, which is more load. Three such ends in a row would be a quarantine.
   */
  private static final LeaseTimes LEASE =
      PacedLease.of(
          new LeaseTimes(
              Duration.ofSeconds(16),
              Duration.ofSeconds(1),
              Duration.ofSeconds(3),
              3,
              Duration.ofMillis(250),
              Duration.ofSeconds(4)));

  @Test
  @Tag("F1")
  void everyTaskSucceedsAloneAndFencedAlthoughOneProcessOfEachKindIsKilled(TestCluster cluster) {
    LAMBDAS.forEach(name -> cluster.register(name, LEASE.lease(), PRIORITIES));
    try (var sink = EffectSink.start();
        var api = cluster.connect();
        var alpha = executors(cluster, sink, 0);
        var beta = executors(cluster, sink, 1);
        var gamma = executors(cluster, sink, 2)) {
      var taskIds = scheduleAll(api);
      assertThat(taskIds).hasSize(TASKS);

      // Each kind is killed while there is work, and restarted as by a supervisor.
      awaitEffects(sink, TASKS / 10);
      restart(cluster, Part.STORE_CONSUMER);
      awaitEffects(sink, TASKS * 2 / 10);
      killAtWork(alpha.pids().get(0), sink);
      awaitEffects(sink, TASKS * 3 / 10);
      restart(cluster, Part.HSC);
      awaitEffects(sink, TASKS * 4 / 10);
      restart(cluster, Part.CONTROLLER);
      awaitEffects(sink, TASKS * 5 / 10);
      restart(cluster, Part.FRONTEND);

      awaitEffectOfEach(taskIds, sink, api);
      assertThat(outcomes(api, taskIds)).isEqualTo(Map.of(TaskStatus.SUCCESS, TASKS));
      assertThat(sink.overlaps()).isEmpty();
      assertThat(sink.effects().keySet()).isEqualTo(taskIds);
      assertThat(alpha.restarts()).isPositive();
      System.out.printf(
          "kills: executions=%d of tasks=%d, restarts=%d %d %d, stale effects refused=%d%n",
          sink.starts().values().stream().mapToInt(Integer::intValue).sum(),
          TASKS,
          alpha.restarts(),
          beta.restarts(),
          gamma.restarts(),
          sink.staleRefused());
    }
  }

  private static SupervisedExecutors executors(TestCluster cluster, EffectSink sink, int lambda) {
    return cluster.executors(sink, LAMBDAS.get(lambda), 2, 4, LEASE);
  }

  private static void restart(TestCluster cluster, Part part) {
    cluster.process(part).kill9();
    cluster.services().start(part);
  }

  private static Set<String> scheduleAll(ApiConnection api) {
    var taskIds = new HashSet<String>();
    for (int from = 0; from < TASKS; from += BATCH) {
      var lambda = LAMBDAS.get(from / BATCH % LAMBDAS.size());
      var batch = ScheduleBatchRequest.newBuilder().setLambda(lambda);
      for (int n = from; n < from + BATCH; n++) {
        batch.addTasks(request(n));
      }
      // A busy store does not answer in time; a repeated call has the same keys.
      taskIds.addAll(
          Awaitility.await("the batch from " + from)
              .ignoreExceptionsMatching(PatientReads::mayBeRepeated)
              .until(() -> scheduled(api, batch.build()), ids -> true));
    }
    return taskIds;
  }

  /**
   * @throws StatusRuntimeException the error of the first that has one
   */
  private static List<String> scheduled(ApiConnection api, ScheduleBatchRequest batch) {
    var results = api.tasks().scheduleBatch(batch).getResultsList();
    for (var result : results) {
      if (result.hasError()) {
        throw StatusProto.toStatusRuntimeException(result.getError());
      }
    }
    return results.stream().map(result -> result.getTaskId()).toList();
  }

  /** Returns a request; a fifth of them is due only later, so that the look-ahead has work, too. */
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
      request.setDelay(ProtoTimes.proto(Duration.ofSeconds(1 + n % 7)));
    }
    return request.build();
  }

  private static void awaitEffects(EffectSink sink, int count) {
    ProgressWait.observing(count + " effects", () -> sink.effects().size())
        .until(() -> sink.effects().size() >= count);
  }

  private static void killAtWork(long executor, EffectSink sink) {
    ProgressWait.observing("work in " + executor, () -> sink.effects().size())
        .pollInterval(Duration.ofMillis(5))
        .until(() -> !sink.runningIn(executor).isEmpty());
    ProcessHandle.of(executor).orElseThrow().destroyForcibly();
  }

  /** Waits for the effects by polling the sink, which costs the cluster nothing. */
  private static void awaitEffectOfEach(Set<String> taskIds, EffectSink sink, ApiConnection api) {
    try {
      awaitEffects(sink, taskIds.size());
    } catch (StalledException e) {
      var without = new HashSet<>(taskIds);
      without.removeAll(sink.effects().keySet());
      throw new AssertionError(
          without.size() + " without effect; one: " + task(api, without.iterator().next()), e);
    }
  }

  private static Map<TaskStatus, Integer> outcomes(ApiConnection api, Set<String> taskIds) {
    var open = new ArrayDeque<>(taskIds);
    var outcomes = new HashMap<TaskStatus, Integer>();
    ProgressWait.observing("every task has ended", open::size)
        .until(
            () -> {
              // Polls as little as possible: the first unfinished task ends the round.
              for (var taskId = open.peek(); taskId != null; taskId = open.peek()) {
                var outcome = outcome(api, taskId);
                if (outcome.isEmpty()) {
                  return false;
                }
                outcomes.merge(outcome.get(), 1, Integer::sum);
                open.remove();
              }
              return true;
            });
    return outcomes;
  }

  private static Optional<TaskStatus> outcome(ApiConnection api, String taskId) {
    try {
      var task = task(api, taskId);
      return task.hasFinishedAt() ? Optional.of(task.getStatus()) : Optional.empty();
    } catch (StatusRuntimeException e) {
      if (PatientReads.mayBeRepeated(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Task task(ApiConnection api, String taskId) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
  }
}
