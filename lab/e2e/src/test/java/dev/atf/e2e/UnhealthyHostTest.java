package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.util.JsonFormat;
import dev.atf.e2e.support.HostCluster;
import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.OnSharedHosts;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.GetWorkerRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListWorkersRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.protocol.v1.Worker;
import dev.atf.protocol.v1.WorkerAnswer.Health;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that bad worker hosts take few tasks, or none. */
@Tag("system")
@OnSharedHosts
final class UnhealthyHostTest {
  private static final int TAKEN_MAX = 20;

  /** Fails at once on a bad host, and writes there that it ran. */
  private static final String COMMAND =
      "[ -z \"$TAKEN\" ] || { echo $TASK_ID >> \"$TAKEN\"; exit 1; }; sleep 0.02";

  @TempDir private Path directory;

  @Test
  void hostsThatFailTakeFewTasksAndSickOnesNone(HostCluster services) throws Exception {
    run(services, 300);
  }

  @Test
  @Tag("nightly")
  void hostsThatFailTakeFewOfAThousandTasks(HostCluster services) throws Exception {
    run(services, 1_000);
  }

  /**
   * Runs tasks on four hosts: all tasks fail on one, the health check of another fails.
   *
   * @param count a multiple of a hundred
   */
  private void run(HostCluster services, int count) throws Exception {
    var failed = directory.resolve("failed");
    var sick = directory.resolve("sick");
    var healthCheck =
        Map.<String, Object>of(
            "TAKEN", sick.toString(),
            "ATF_HEALTH_COMMAND", "echo the disk is full; exit 3",
            "ATF_HEALTH_EVERY", "1s",
            "ATF_HEALTH_TIMEOUT", "1s");
    try (var api = services.connect()) {
      register(api);
      var begun = Lasting.fromNow();
      try (var failingHost =
              worker(services, count + "-failing", Map.of("TAKEN", failed.toString()));
          var sickHost = worker(services, count + "-sick", healthCheck);
          var one = worker(services, count + "-one", Map.of());
          var two = worker(services, count + "-two", Map.of())) {
        var all = Set.of(count + "-failing", count + "-sick", count + "-one", count + "-two");
        await().until(() -> places(api).containsAll(all));
        var tasks = schedule(api, count);
        for (var task : tasks) {
          await("the end of " + task)
              .pollDelay(Duration.ZERO)
              .until(() -> status(api, task) == TaskStatus.SUCCESS);
        }

        assertThat(List.of(failingHost, sickHost, one, two)).allMatch(JavaProcess::isAlive);
        // The failing host tries again after a minute: a run on a busy machine may see that.
        assertThat(lines(failed))
            .isBetween(1, TAKEN_MAX * (1 + (int) begun.soFar().toMinutes()) - 1);
        assertThat(sick).doesNotExist();
        var reported = workerAt(api, count + "-sick");
        assertThat(reported.getHealth()).isNotEqualTo(Health.HEALTHY);
        assertThat(reported.getLambdas(0).getUnhealthy())
            .isEqualTo("the health command ended with exit code 3: the disk is full");
      }
    }
  }

  private static Worker workerAt(ApiConnection api, String place) {
    return api.workers().getWorker(GetWorkerRequest.newBuilder().setPlace(place).build());
  }

  private static final ListWorkersRequest ALL = ListWorkersRequest.getDefaultInstance();

  private static List<String> places(ApiConnection api) {
    return api.workers().listWorkers(ALL).getWorkersList().stream().map(Worker::getPlace).toList();
  }

  /** Starts a worker host with an executor of the built-in lambda; returns when that is ready. */
  private static JavaProcess worker(HostCluster services, String place, Map<String, Object> more) {
    var variables = new HashMap<>(more);
    variables.put("ATF_PLACE", place);
    return services
        .startHost("worker-" + place, variables, List.of("--executors", "command=1"))
        .awaitOutput("executor ready");
  }

  private static void register(ApiConnection api) {
    api.lambdas()
        .registerLambda(
            Lambda.newBuilder()
                .setName("command")
                .addPriorities("normal")
                .setRetry(
                    Lambda.Retry.newBuilder()
                        .setMaxAttempts(50)
                        .setInitialBackoff(ProtoTimes.proto(Duration.ofMillis(100)))
                        .setMaxBackoff(ProtoTimes.proto(Duration.ofMillis(200))))
                .build());
  }

  private static List<String> schedule(ApiConnection api, int count) throws IOException {
    var one = ScheduleRequest.newBuilder().setLambda("command");
    JsonFormat.parser()
        .merge(
            "{\"json\":{\"argv\":[\"sh\",\"-c\",\"%s\"]}}".formatted(COMMAND.replace("\"", "\\\"")),
            one);
    var ids = new ArrayList<String>();
    while (ids.size() < count) {
      var batch = ScheduleBatchRequest.newBuilder().setLambda("command");
      for (int i = 0; i < 100; i++) {
        batch.addTasks(one);
      }
      api.tasks()
          .scheduleBatch(batch.build())
          .getResultsList()
          .forEach(result -> ids.add(result.getTaskId()));
    }
    return ids;
  }

  private static TaskStatus status(ApiConnection api, String taskId) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build()).getStatus();
  }

  private static int lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }
}
