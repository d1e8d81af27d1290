package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.Transport;
import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.v1.ResubmitTaskRequest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ResubmitTask: a new task for one that has ended in any way. */
final class ResubmitTest {
  private static final Failure BROKEN = new Failure("BROKEN", "it broke", "", false);

  private final TestFrontend frontend = new TestFrontend();
  private final Pipeline pipeline = new Pipeline(frontend);

  @BeforeEach
  void register() {
    frontend.put("/v1/lambdas/resize", "{\"dispatch\":\"POLLED\"}").requireOk();
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @ParameterizedTest
  @EnumSource
  void taskThatSucceededIsDoneAgainByANewOne(Transport transport) {
    var old =
        schedule(
            "{\"json\":{\"b\":1.0,\"a\":[]},\"priority\":\"high\",\"collection\":\"night\","
                + "\"labels\":{\"user\":\"7\"},\"deadline\":\"%s\"}"
                    .formatted(frontend.clock.instant().plusSeconds(60)));
    succeed(old);
    var before = frontend.association(old);
    frontend.clock.advance(Duration.ofHours(1));

    var request = ResubmitTaskRequest.newBuilder().setTaskId(old).build();
    var reply = transport.call(frontend, request).requireOk();

    var created = read(reply.text("taskId"));
    assertThat(created.get("taskId").asText()).isNotEqualTo(old);
    assertThat(created.get("status").asText()).isEqualTo("NEW");
    assertThat(created.get("priority").asText()).isEqualTo("high");
    assertThat(created.get("collection").asText()).isEqualTo("night");
    assertThat(created.get("labels").get("user").asText()).isEqualTo("7");
    assertThat(created.get("resubmittedFrom").asText()).isEqualTo(old);
    assertThat(payload(created)).isEqualTo(payload(read(old)));
    assertThat(frontend.association(old)).isEqualTo(before);
    var header = frontend.association(created.get("taskId").asText()).header();
    assertThat(header.deadline()).isEqualTo(header.scheduledAt().plus(Duration.ofDays(30)));
  }

  @Test
  void deadLettersCancelledAndDroppedTasksAreDoneAgain() {
    var dead = schedule("{\"json\":1}");
    pipeline.failFatally(pipeline.run(dead), BROKEN);
    var cancelled = schedule("{\"json\":2}");
    frontend.post("/v1/tasks/" + cancelled + ":cancel", "{}").requireOk();
    var dropped = schedule("{\"json\":3}");
    pipeline.drop(dropped);

    for (var entry : Map.of(dead, "1", cancelled, "2", dropped, "3").entrySet()) {
      var task = read(taskId(resubmit(entry.getKey(), "{}")));

      assertThat(task.get("json").asText()).isEqualTo(entry.getValue());
      assertThat(task.get("resubmittedFrom").asText()).isEqualTo(entry.getKey());
      assertThat(pipeline.run(task.get("taskId").asText()).epoch()).isEqualTo(1);
    }
    assertThat(frontend.association(dead).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  @Test
  void requestReplacesPayloadPriorityAndTime() {
    var old = schedule("{\"data\":\"AAEC\",\"contentType\":\"image/png\"}");
    succeed(old);

    var same = read(taskId(resubmit(old, "{}")));
    var other =
        read(taskId(resubmit(old, "{\"json\":{\"x\":1},\"priority\":\"low\",\"delay\":\"60s\"}")));

    assertThat(same.get("data").asText()).isEqualTo("AAEC");
    assertThat(same.get("contentType").asText()).isEqualTo("image/png");
    assertThat(other.get("json").toString()).isEqualTo("{\"x\":1}");
    assertThat(other.get("contentType").asText()).isEqualTo(Payload.JSON);
    assertThat(other.get("priority").asText()).isEqualTo("low");
    assertThat(
            Duration.between(
                frontend.clock.instant(),
                frontend.association(other.get("taskId").asText()).header().scheduledAt()))
        .isBetween(Duration.ofSeconds(59), Duration.ofSeconds(60));
    assertThat(resubmit(old, "{\"priority\":\"urgent\"}").reason()).isEqualTo("PRIORITY_UNKNOWN");
  }

  @Test
  void orderingKeyIsKept() {
    var old = schedule("{\"orderingKey\":\"user-7\"}");
    frontend.post("/v1/tasks/" + old + ":cancel", "{}").requireOk();

    assertThat(read(taskId(resubmit(old, "{}"))).get("orderingKey").asText()).isEqualTo("user-7");
  }

  @Test
  void repetitionWithAnIdempotencyKeyIsOneTaskAndWithoutOneAnother() {
    var old = schedule("{}");
    succeed(old);

    var first = resubmit(old, "{\"idempotencyKey\":\"again-1\"}");
    var second = resubmit(old, "{\"idempotencyKey\":\"again-1\"}");

    assertThat(taskId(second)).isEqualTo(taskId(first));
    assertThat(first.json().get("created").asBoolean()).isTrue();
    assertThat(second.json().get("created").asBoolean()).isFalse();
    assertThat(taskId(resubmit(old, "{}"))).isNotEqualTo(taskId(resubmit(old, "{}")));
  }

  @Test
  void taskThatHasNotEndedIsRefused() {
    var waiting = schedule("{}");
    var running = schedule("{}");
    pipeline.run(running);

    assertThat(resubmit(waiting, "{}").reason()).isEqualTo("TASK_RUNNING");
    assertThat(resubmit(running, "{}").reason()).isEqualTo("TASK_RUNNING");
    assertThat(resubmit("0".repeat(32), "{}").reason()).isEqualTo("TASK_NOT_FOUND");
    assertThat(resubmit("x", "{}").reason()).isEqualTo("FIELD_INVALID");
  }

  @Test
  void newTaskOfOneThatIsAboutToBeForgottenLivesItsOwnLife() {
    var old = schedule("{\"json\":5}");
    pipeline.failFatally(pipeline.run(old), BROKEN);
    var goes = frontend.store.findEntity(new TaskId(old)).orElseThrow().expiresAt();
    frontend.clock.advance(Duration.between(frontend.clock.instant(), goes).minusSeconds(1));

    var created = taskId(resubmit(old, "{}"));

    assertThat(frontend.store.findEntity(new TaskId(created)).orElseThrow().expiresAt())
        .isAfter(goes.plus(Duration.ofDays(30)));
  }

  @Test
  void labelsAtTheirBoundAreKeptWithoutTheOldId() {
    var labels = new StringBuilder("{");
    for (int i = 0; i < 50; i++) {
      labels.append(i == 0 ? "" : ",").append("\"l%d\":\"v\"".formatted(i));
    }
    var old = schedule("{\"labels\":%s}}".formatted(labels));
    succeed(old);

    var task = read(taskId(resubmit(old, "{}")));

    assertThat(task.get("labels")).hasSize(50);
    assertThat(task.path("resubmittedFrom").asText()).isEmpty();
  }

  private void succeed(String taskId) {
    pipeline.succeed(pipeline.run(taskId), Outcome.success("d", new Payload(new byte[0], "")));
  }

  private String schedule(String body) {
    return taskId(frontend.post("/v1/lambdas/resize/tasks", body));
  }

  private Answer resubmit(String taskId, String body) {
    return frontend.post("/v1/tasks/" + taskId + ":resubmit", body);
  }

  private static String taskId(Answer answer) {
    return answer.requireOk().json().get("taskId").asText();
  }

  private JsonNode read(String taskId) {
    return frontend.get("/v1/tasks/" + taskId).requireOk().json();
  }

  private static String payload(JsonNode task) {
    return task.get("contentType") + " " + task.get("json");
  }
}
