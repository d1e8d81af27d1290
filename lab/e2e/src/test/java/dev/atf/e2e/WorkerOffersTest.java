package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.util.JsonFormat;
import dev.atf.e2e.support.HostCluster;
import dev.atf.e2e.support.OnSharedHosts;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ExplainTaskRequest;
import dev.atf.protocol.v1.ExplainTaskResponse;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that tasks of a lambda with needs run on worker hosts alone that offer them. */
@Tag("system")
@OnSharedHosts
final class WorkerOffersTest {
  private static final int TASKS = 40;

  @Test
  void onlyTheHostThatOffersWhatALambdaNeedsRunsItsTasks(HostCluster services) throws Exception {
    try (var api = services.connect()) {
      register(api, "gpu");
      try (var plain = worker(services)) {
        var tasks = new ArrayList<String>();
        tasks.add(schedule(api));
        // Hosts of earlier tests count until they have been silent for a while.
        await()
            .until(
                () ->
                    explain(api, tasks.get(0))
                        .getSummary()
                        .contains("1 host serves lambda command, and none offers gpu"));
        assertThat(codes(explain(api, tasks.get(0)))).first().isEqualTo("NEEDS_UNMET");

        try (var offering = worker(services, "--offers", "gpu,ssd")) {
          for (int i = 1; i < TASKS; i++) {
            tasks.add(schedule(api));
          }
          for (var task : tasks) {
            assertThat(executorOf(ended(api, task))).isIn(children(offering));
          }
        }
        assertThat(plain.output())
            .contains("lambda=command needs [gpu], which this host does not offer");

        register(api);

        assertThat(executorOf(ended(api, schedule(api)))).isIn(children(plain));
      }
    }
  }

  /** Starts a worker host with an executor of the built-in lambda. */
  private static JavaProcess worker(HostCluster services, String... options) {
    var all = new ArrayList<>(List.of("--executors", "command=1"));
    all.addAll(List.of(options));
    return services.startHost("worker", Map.of(), all);
  }

  private static void register(ApiConnection api, String... needs) {
    api.lambdas()
        .registerLambda(
            Lambda.newBuilder()
                .setName("command")
                .addPriorities("normal")
                .addAllNeeds(List.of(needs))
                .build());
  }

  private static String schedule(ApiConnection api) throws Exception {
    var request = ScheduleRequest.newBuilder().setLambda("command");
    JsonFormat.parser().merge("{\"json\":{\"argv\":[\"sleep\",\"0.05\"]}}", request);
    return api.tasks().schedule(request.build()).getTaskId();
  }

  private static Task ended(ApiConnection api, String taskId) {
    return await()
        .until(
            () -> api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build()),
            task -> task.getStatus() == TaskStatus.SUCCESS);
  }

  private static ExplainTaskResponse explain(ApiConnection api, String taskId) {
    return api.tasks().explainTask(ExplainTaskRequest.newBuilder().setTaskId(taskId).build());
  }

  private static List<String> codes(ExplainTaskResponse explained) {
    return explained.getReasonsList().stream().map(ExplainTaskResponse.Reason::getCode).toList();
  }

  /** Returns the process id that an executor's id names. */
  private static long executorOf(Task task) {
    return Long.parseLong(List.of(task.getExecutorId().split(":", -1)).get(1));
  }

  private static List<Long> children(JavaProcess worker) {
    return worker.descendants().stream().map(ProcessHandle::pid).toList();
  }
}
