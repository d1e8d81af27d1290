package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Value;
import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.Settings;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscComponent;
import dev.atf.hsc.HscConfig;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.Service;
import dev.atf.storeconsumer.StoreConsumerComponent;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.testaws.AwsSite;
import dev.atf.testaws.OnAws;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests the path from Schedule to SUCCESS through the public API, with every service, on DynamoDB
 * and SQS.
 */
@ExtendWith(OnAws.class)
final class PipelineOnAwsIT {
  private static final String LAMBDA = "double-it";

  private final Deque<Service> services = new ArrayDeque<>();

  @AfterEach
  void stop() {
    services.forEach(Service::close);
  }

  @Test
  void aScheduledTaskIsExecutedAndSucceeds(AwsSite site) {
    var frontend =
        start(
            FrontendComponent.onAws(
                    withQueue(site, withStore(site, new Settings()))
                        .with("ATF_CREATE_TABLES", true)
                        .with("ATF_SERVER_PORT", 0)
                        .over(FrontendConfig.DEFAULTS))
                .service());
    try (var api = ApiConnection.open(uri(frontend), Duration.ofSeconds(20))) {
      api.lambdas().registerLambda(Lambda.newBuilder().setName(LAMBDA).build());
      startTheOthers(site);

      var taskId = api.tasks().schedule(request()).getTaskId();

      Awaitility.await("the task has ended").until(() -> find(api, taskId).hasFinishedAt());
      var task = find(api, taskId);
      assertThat(task.getStatus()).isEqualTo(TaskStatus.SUCCESS);
      assertThat(task.getResultJson().getNumberValue()).isEqualTo(42);
      assertThat(task.getAttempt()).isEqualTo(1);
    }
  }

  private void startTheOthers(AwsSite site) {
    start(
        StoreConsumerComponent.onAws(
                withQueue(site, withStore(site, new Settings()))
                    .with("ATF_SERVER_PORT", 0)
                    .over(StoreConsumerConfig.DEFAULTS))
            .service());
    var hsc =
        start(
            HscComponent.onAws(
                    withStore(site, new Settings())
                        .with("ATF_SERVER_PORT", 0)
                        .over(HscConfig.DEFAULTS))
                .service());
    var ofController =
        withQueue(site, new Settings())
            .with("ATF_LAMBDAS", LAMBDA)
            .with("ATF_HSC_URI", uri(hsc))
            .with("ATF_RECEIVE_WAIT", "2s")
            .with("ATF_SERVER_PORT", 0);
    var controller =
        start(ControllerComponent.onAws(ofController.over(ControllerConfig.DEFAULTS)).service());
    var ofExecutor =
        new Settings()
            .with("ATF_CONTROLLER_URI", uri(controller))
            .with("ATF_HSC_URI", uri(hsc))
            .with("ATF_NEXT_WORK_WAIT", "2s")
            .over(ExecutorConfig.DEFAULTS);
    services.push(
        Worker.builder(ofExecutor)
            .handle(LAMBDA, Integer.class, (n, context) -> Outcome.success(n * 2))
            .start());
  }

  private static Settings withStore(AwsSite site, Settings settings) {
    return settings
        .withStore(site.store())
        .with("ATF_STORE_REGION", site.region())
        .with("ATF_STORE_TABLE_PREFIX", site.prefix() + "-");
  }

  private static Settings withQueue(AwsSite site, Settings settings) {
    return settings
        .withQueue(site.queue())
        .with("ATF_QUEUE_REGION", site.region())
        .with("ATF_QUEUE_QUEUE_PREFIX", site.prefix());
  }

  private Service start(Service service) {
    services.push(service);
    service.start();
    return service;
  }

  private static ScheduleRequest request() {
    return ScheduleRequest.newBuilder()
        .setLambda(LAMBDA)
        .setJson(Value.newBuilder().setNumberValue(21))
        .build();
  }

  private static Task find(ApiConnection api, String taskId) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
  }

  private static String uri(Service service) {
    return "http://127.0.0.1:" + service.port();
  }
}
