package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.Transport;
import dev.atf.model.Attempt;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Payload;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.store.testing.Fault;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** KillAttempt, for tasks in every state. */
final class KillAttemptTest {
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
  void attemptThatRunsIsToBeKilled(Transport transport) {
    var taskId = schedule();
    pipeline.run(taskId);
    var kill = KillAttemptRequest.newBuilder().setTaskId(taskId).setReason("stuck").build();

    var reply = transport.call(frontend, kill).requireOk();

    assertThat(reply.text("status")).isEqualTo("CLAIMED");
    assertThat(reply.text("epoch")).isEqualTo("1");
    assertThat(reply.text("attempt")).isEqualTo("1");
    assertThat(frontend.association(taskId).isToBeKilled()).isTrue();
    assertThat(frontend.association(taskId).killReason()).isEqualTo("by a client: stuck");
    var task = frontend.get("/v1/tasks/" + taskId).json();
    assertThat(task.get("killRequested").asBoolean()).isTrue();
    assertThat(task.get("history").findValuesAsText("detail"))
        .contains("kill requested by a client: stuck");
  }

  @Test
  void attemptThatHasSentHeartbeatsIsNamedByItsEpoch() {
    var taskId = schedule();
    pipeline.heartbeat(pipeline.run(taskId), Notes.NONE);

    assertThat(kill(taskId, "{\"epoch\":1}").requireOk().json().get("status").asText())
        .isEqualTo("PROCESSING");
    assertThat(frontend.association(taskId).killReason()).isEqualTo("by a client");
  }

  @Test
  void repeatedRequestChangesNothing() {
    var taskId = schedule();
    pipeline.run(taskId);
    kill(taskId, "{\"reason\":\"first\"}").requireOk();
    var after = frontend.association(taskId);

    kill(taskId, "{\"reason\":\"second\"}").requireOk();

    assertThat(frontend.association(taskId)).isEqualTo(after);
  }

  @Test
  @Tag("F34")
  void requestWhoseReplyTheStoreLostIsFound() {
    var taskId = schedule();
    pipeline.run(taskId);
    frontend.line.failNext(Fault.REPLY_LOST);

    kill(taskId, "{}").requireOk();

    assertThat(frontend.association(taskId).isToBeKilled()).isTrue();
  }

  @Test
  void taskThatDoesNotRunHasNothingToKill() {
    var waiting = schedule();
    var released = schedule();
    pipeline.release(released);
    var failed = schedule();
    fail(pipeline.run(failed));
    var ended = schedule();
    pipeline.succeed(pipeline.run(ended), Outcome.success("d", Payload.EMPTY));

    for (var taskId : new String[] {waiting, released, failed, ended}) {
      var before = frontend.association(taskId);
      var answer = kill(taskId, "{}");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.reason()).isEqualTo("TASK_NOT_RUNNING");
      assertThat(frontend.association(taskId)).isEqualTo(before);
    }
  }

  @Test
  @Tag("F34")
  void attemptOfAnEpochThatHasEndedIsNotMistakenForTheNext() {
    var taskId = schedule();
    fail(pipeline.run(taskId));
    frontend.clock.advance(Duration.ofSeconds(2));
    pipeline.run(taskId);
    var before = frontend.association(taskId);

    for (var epoch : new int[] {1, 3}) {
      assertThat(kill(taskId, "{\"epoch\":" + epoch + "}").reason()).isEqualTo("TASK_NOT_RUNNING");
    }

    assertThat(frontend.association(taskId)).isEqualTo(before);
    kill(taskId, "{\"epoch\":2}").requireOk();
    assertThat(frontend.association(taskId).killRequested()).isEqualTo(2);
  }

  @Test
  void requestIsOfNoEffectOnTheNextAttempt() {
    var taskId = schedule();
    var attempt = pipeline.run(taskId);
    kill(taskId, "{}").requireOk();
    fail(attempt);
    frontend.clock.advance(Duration.ofSeconds(2));
    pipeline.run(taskId);

    assertThat(frontend.association(taskId).isToBeKilled()).isFalse();
    assertThat(frontend.get("/v1/tasks/" + taskId).json().has("killRequested")).isFalse();
  }

  @Test
  void taskThatIsToBeCancelledStaysSo() {
    var taskId = schedule();
    pipeline.run(taskId);
    frontend.post("/v1/tasks/" + taskId + ":cancel", "{}").requireOk();

    kill(taskId, "{}").requireOk();

    assertThat(frontend.association(taskId).cancelRequested()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"epoch\":0}",
        "{\"epoch\":-1}",
        "{\"epoch\":\"first\"}",
        "{\"reason\":\"\\ud83d\"}",
        "{\"attempt\":1}"
      })
  void badRequestIsRefused(String body) {
    var taskId = schedule();
    pipeline.run(taskId);

    var answer = kill(taskId, body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo("FIELD_INVALID");
    assertThat(frontend.association(taskId).isToBeKilled()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void unknownTaskIsNotFound(Transport transport) {
    var kill = KillAttemptRequest.newBuilder().setTaskId("0".repeat(32)).build();

    assertThat(transport.call(frontend, kill).reason()).isEqualTo("TASK_NOT_FOUND");
  }

  private String schedule() {
    return frontend
        .post("/v1/lambdas/resize/tasks", "{}")
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  private void fail(Attempt attempt) {
    pipeline.failRetriably(
        attempt, FrameworkFailure.KILLED.because("by a client"), Duration.ofSeconds(1));
  }

  private Answer kill(String taskId, String body) {
    return frontend.post("/v1/tasks/" + taskId + ":kill", body);
  }
}
