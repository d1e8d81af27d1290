package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.e2e.support.CuttableProxy;
import dev.atf.e2e.support.EffectSink;
import dev.atf.e2e.support.TestCluster;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An executor that cannot reach the HSC stops before anybody else may start (F13). */
final class HscCutOffTest {
  private static final long LONG_TASK_MILLIS = 15_000;

  @Test
  void anExecutorCutOffFromTheHscEndsItselfAndTheTaskRunsElsewhereWithoutOverlap(
      @TempDir Path logs) {
    try (var sink = EffectSink.start();
        var cluster = new TestCluster(logs, TestCluster.LEASE)) {
      cluster.startFrontend();
      cluster.startHsc();
      cluster.startStoreConsumer();
      try (var api = cluster.connect();
          var proxy = CuttableProxy.to(cluster.hscPort())) {
        api.lambdas().registerLambda(Lambda.newBuilder().setName("long").build());
        cluster.startController(List.of("long"));
        var doomed = cluster.startExecutor("long", 1, "http://127.0.0.1:" + proxy.port(), sink);
        var taskId = api.tasks().schedule(longTask()).getTaskId();
        Awaitility.await("the task runs and has been heard of")
            .atMost(Duration.ofSeconds(60))
            .until(() -> get(api, taskId).getStatus() == TaskStatus.PROCESSING);
        assertThat(sink.runningIn(doomed.pid())).containsExactly(taskId);

        proxy.cut();
        int exitCode = doomed.awaitExit();
        sink.processDied(doomed.pid());
        var heir = cluster.startExecutor("long", 1, cluster.hscUri(), sink);

        Awaitility.await("the task succeeds elsewhere")
            .atMost(Duration.ofMinutes(2))
            .until(() -> get(api, taskId).getStatus() == TaskStatus.SUCCESS);
        var task = get(api, taskId);
        assertThat(exitCode).as(doomed.output()).isEqualTo(70);
        assertThat(doomed.output()).contains("strikes=3 of=3");
        assertThat(task.getAttempt()).isEqualTo(2);
        assertThat(task.getExecutorId()).contains(":" + heir.pid() + ":");
        assertThat(sink.starts()).containsEntry(taskId, 2);
        assertThat(sink.effects()).containsEntry(taskId, 1);
        assertThat(sink.overlaps()).isEmpty();
      }
    }
  }

  private static ScheduleRequest longTask() {
    return ScheduleRequest.newBuilder()
        .setLambda("long")
        .setJson(
            Value.newBuilder()
                .setStructValue(
                    Struct.newBuilder()
                        .putFields(
                            "millis", Value.newBuilder().setNumberValue(LONG_TASK_MILLIS).build())))
        .build();
  }

  private static Task get(dev.atf.standalone.cli.ApiConnection api, String taskId) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
  }
}
