package dev.atf.frontend.express;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.settings.ExpressConfig;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules of tasks with fairness keys. */
final class FairnessKeyTest {
  private static final QueueName QUEUE =
      new QueueName(new LambdaName("resize"), new Priority("normal"));

  private final TestFrontend frontend = new TestFrontend();

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void aTaskTellsItsKey() {
    register("{\"fairness\":{\"weights\":{\"acme\":3}}}");

    var taskId = schedule("acme");

    assertThat(frontend.association(taskId).header().fairnessKey())
        .isEqualTo(new FairnessKey("acme"));
    assertThat(frontend.get("/v1/tasks/" + taskId).requireOk().json().path("fairnessKey").asText())
        .isEqualTo("acme");
  }

  @Test
  void aLambdaWithoutTheSettingRefusesKeys() {
    register("{}");

    var refused = frontend.post("/v1/lambdas/resize/tasks", "{\"fairnessKey\":\"acme\"}").body();

    assertThat(refused).contains("fairnessKey", "acme", "has no setting `fairness`");
  }

  @Test
  void theSettingStaysWithItsDefaultsWhenItIsLeftOut() {
    register("{\"fairness\":{\"weights\":{\"acme\":3},\"ratePerKey\":5}}");
    register("{}");

    var fairness = frontend.get("/v1/lambdas/resize").requireOk().json().path("fairness");

    assertThat(fairness.isMissingNode()).isFalse();
    assertThat(fairness.path("weights")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"ratePerKey\":5", "\"runningMaxPerKey\":5"})
  void limitsOfAKeyAreKeptByTheStoreConsumers(String limit) {
    register("{\"fairness\":{%s}}".formatted(limit));

    assertThat(status("acme")).isEqualTo(TaskStatus.NEW);
  }

  @Test
  void aKeyThatSendsLittleFillsAFullQueueFurther() {
    register("{\"fairness\":{}}");
    var random = new Random(1);
    for (int i = 0; i < ExpressConfig.DEFAULTS.queueDepthMax(); i++) {
      frontend.queue.push(QUEUE, List.of(TaskMessage.of(new TaskRef(TaskId.random(random), 1))));
    }
    for (int i = 0; i < ExpressQueue.RecentGroups.FEW; i++) {
      schedule("noisy");
    }

    assertThat(status("noisy")).isEqualTo(TaskStatus.NEW);
    assertThat(status("quiet")).isEqualTo(TaskStatus.ENQUEUED);
  }

  private void register(String lambda) {
    frontend.put("/v1/lambdas/resize", lambda).requireOk();
  }

  private TaskStatus status(String key) {
    return frontend.association(schedule(key)).status();
  }

  private String schedule(String key) {
    return frontend
        .post("/v1/lambdas/resize/tasks", "{\"fairnessKey\":\"%s\"}".formatted(key))
        .requireOk()
        .json()
        .path("taskId")
        .asText();
  }
}
