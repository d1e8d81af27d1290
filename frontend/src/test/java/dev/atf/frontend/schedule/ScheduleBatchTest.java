package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.TestFrontend;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ScheduleBatchTest {
  private static final String TASKS = "/v1/lambdas/resize/tasks";

  private final TestFrontend frontend = new TestFrontend();

  @BeforeEach
  void register() {
    frontend.registered("resize");
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void aThousandTasksAreAnsweredInOrder() {
    var request = ScheduleBatchRequest.newBuilder().setLambda("resize");
    for (int i = 0; i < 1_000; i++) {
      request.addTasks(ScheduleRequest.newBuilder().setIdempotencyKey("k" + i));
    }

    var results = frontend.tasks().scheduleBatch(request.build()).getResultsList();

    assertThat(results).hasSize(1_000).allMatch(result -> result.getCreated());
    for (int i = 0; i < 1_000; i++) {
      var id =
          dev.atf.model.TaskId.ofKey(
              new dev.atf.model.LambdaName("resize"), new dev.atf.model.IdempotencyKey("k" + i));
      assertThat(results.get(i).getTaskId()).isEqualTo(id.value());
    }
  }

  @Test
  void noneAndMoreThanAThousandAreRefusedAndNothingIsStored() {
    var tooMany = "{\"tasks\":[" + String.join(",", Collections.nCopies(1_001, "{}")) + "]}";

    assertThat(frontend.post(TASKS + ":batch", "{\"tasks\":[]}").violatedFields())
        .isEqualTo("tasks");
    assertThat(frontend.post(TASKS + ":batch", tooMany).violatedFields()).isEqualTo("tasks");
    assertThat(frontend.get(TASKS).json().get("tasks")).isEmpty();
  }

  @Test
  void aBadTaskDoesNotSpoilTheOthers() {
    var results =
        frontend
            .post(
                TASKS + ":batch",
                """
                {"tasks":[{"json":1}, {"priority":"urgent"}, {"lambda":"resize"},
                          {"lambda":"other"}, {"delay":"-1s"}]}\
                """)
            .requireOk()
            .json()
            .get("results");

    assertThat(results).hasSize(5);
    assertThat(results.get(0).get("created").asBoolean()).isTrue();
    assertThat(results.get(1).get("error").get("code").asInt()).isEqualTo(3);
    assertThat(results.get(1).toString()).contains("PRIORITY_UNKNOWN", "high, normal, low");
    assertThat(results.get(2).get("created").asBoolean()).isTrue();
    assertThat(results.get(3).toString()).contains("FIELD_INVALID", "lambda");
    assertThat(results.get(4).toString()).contains("FIELD_INVALID", "delay");
    assertThat(frontend.get(TASKS).json().get("tasks")).hasSize(2);
  }

  @Test
  void twoTasksWithOneKeyBehaveAsTwoCalls() {
    var results =
        frontend
            .post(
                TASKS + ":batch",
                """
                {"tasks":[{"idempotencyKey":"k","json":1}, {"idempotencyKey":"k","json":1},
                          {"idempotencyKey":"k","json":1}]}\
                """)
            .requireOk()
            .json()
            .get("results");

    assertThat(results).extracting(result -> result.get("taskId")).doesNotContainNull();
    assertThat(results.get(0).get("taskId")).isEqualTo(results.get(1).get("taskId"));
    assertThat(results).filteredOn(result -> result.get("created").asBoolean()).hasSize(1);
  }

  @Test
  void rejectsOneOfTwoDifferentTasksWithTheSameKey() {
    var results =
        frontend
            .post(
                TASKS + ":batch",
                """
                {"tasks":[{"idempotencyKey":"k","json":1}, {"idempotencyKey":"k","json":2}]}\
                """)
            .requireOk()
            .json()
            .get("results");

    assertThat(results).filteredOn(result -> result.has("error")).hasSize(1);
    assertThat(results.toString()).contains("IDEMPOTENCY_KEY_REUSED");
  }

  @Test
  void aBatchOfAnUnknownLambdaIsRefusedAsAWhole() {
    var answer = frontend.post("/v1/lambdas/unknown/tasks:batch", "{\"tasks\":[{}]}");

    assertThat(answer.reason()).isEqualTo("LAMBDA_NOT_FOUND");
  }
}
