package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.v1.GetTaskRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** History and progress, as GetTask shows them. */
final class HistoryTest {
  private static final Failure BUSY = new Failure("BUSY", "try later", "", true);
  private static TestFrontend frontend;
  private static Pipeline pipeline;

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    pipeline = new Pipeline(frontend);
    frontend.registered("resize");
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @Test
  void aTaskTellsWhatHappenedToItInOrder() {
    var taskId = schedule();
    tick();
    var first = run(taskId);
    pipeline.failRetriably(first, BUSY, Duration.ZERO);
    tick();
    var second = run(taskId);
    frontend.post("/v1/tasks/" + taskId + ":cancel", "{\"reason\":\"enough\"}").requireOk();
    tick();
    pipeline.succeed(second, Outcome.success("d", Payload.EMPTY));

    assertThat(history(taskId))
        .containsExactly(
            "NEW 0 scheduled",
            "ENQUEUED 0 released",
            "CLAIMED 1 claimed by host:1",
            "RETRIABLE_FAILURE 1 failed: BUSY: try later",
            "ENQUEUED 0 released",
            "CLAIMED 2 claimed by host:1",
            "CLAIMED 0 cancel requested enough",
            "SUCCESS 2 succeeded");
  }

  @Test
  void returnedTaskDoesNotCountAsAnAttempt() {
    var taskId = schedule();
    tick();
    pipeline.returnWork(run(taskId), "HANDLER_UNKNOWN", Duration.ZERO);

    assertThat(history(taskId))
        .containsExactly(
            "NEW 0 scheduled",
            "ENQUEUED 0 released",
            "CLAIMED 0 claimed by host:1",
            "NEW 0 returned: HANDLER_UNKNOWN");
  }

  @Test
  void aRedrivenTaskKeepsTheHistoryOfItsDeath() {
    var taskId = schedule();
    tick();
    pipeline.failFatally(run(taskId), new Failure("BROKEN", "it broke", "", false));
    tick();
    frontend.post("/v1/lambdas/resize/tasks:redrive", "{\"taskIds\":[\"" + taskId + "\"]}");
    tick();
    var later = "{\"scheduledAt\":\"2026-03-09T12:00:00Z\"}";
    frontend.post("/v1/tasks/" + taskId + ":reschedule", later).requireOk();
    tick();
    frontend.post("/v1/tasks/" + taskId + ":run", "{}").requireOk();

    assertThat(history(taskId))
        .containsExactly(
            "NEW 0 scheduled",
            "ENQUEUED 0 released",
            "CLAIMED 1 claimed by host:1",
            "FATAL_FAILURE 1 failed: BROKEN: it broke",
            "NEW 0 redriven",
            "NEW 0 rescheduled to 2026-03-09T12:00:00Z",
            "NEW 0 run requested");
  }

  @Test
  void aRunningTaskTellsItsProgressAndNeverItsCheckpoint() {
    var taskId = schedule();
    var attempt = pipeline.run(taskId);
    pipeline.heartbeat(
        attempt,
        new Notes(
            json("{\"done\":3,\"of\":10}"),
            new Payload("the secret place".getBytes(StandardCharsets.UTF_8), "text/plain")));

    var answer = frontend.get("/v1/tasks/" + taskId).requireOk();

    assertThat(answer.json().get("progress").toString()).isEqualTo("{\"done\":3,\"of\":10}");
    assertThat(answer.body()).doesNotContain("secret", "dGhlIHNlY3JldA");
    var overGrpc = frontend.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
    assertThat(overGrpc.getHistoryCount()).isEqualTo(3);
    assertThat(overGrpc.toString()).doesNotContain("secret");
  }

  @Test
  void progressThatAValueWouldChangeIsShownAsText() {
    var taskId = schedule();
    pipeline.heartbeat(pipeline.run(taskId), new Notes(json("9007199254740993"), null));

    assertThat(frontend.get("/v1/tasks/" + taskId).json().get("progress").asText())
        .isEqualTo("9007199254740993");
  }

  @Test
  void listsStayLight() {
    frontend.registered("light");
    var taskId =
        frontend.post("/v1/lambdas/light/tasks", "{}").requireOk().json().get("taskId").asText();
    pipeline.heartbeat(pipeline.run(taskId), new Notes(json("1"), null));

    var task = frontend.get("/v1/lambdas/light/tasks").requireOk().json().get("tasks").get(0);

    assertThat(task.has("history")).isFalse();
    assertThat(task.has("progress")).isFalse();
  }

  private static dev.atf.model.Attempt run(String taskId) {
    pipeline.release(taskId);
    tick();
    var attempt = pipeline.claim(taskId);
    tick();
    return attempt;
  }

  private static void tick() {
    frontend.clock.advance(Duration.ofMillis(10));
  }

  private static String schedule() {
    return frontend
        .post("/v1/lambdas/resize/tasks", "{}")
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  private static List<String> history(String taskId) {
    var lines = new ArrayList<String>();
    for (var entry : frontend.get("/v1/tasks/" + taskId).requireOk().json().get("history")) {
      lines.add(
          entry.get("status").asText()
              + " "
              + entry.path("attempt").asInt()
              + " "
              + entry.get("detail").asText());
      assertThat(entry.has("at")).isTrue();
    }
    return lines;
  }

  private static Payload json(String text) {
    return new Payload(text.getBytes(StandardCharsets.UTF_8), Payload.JSON);
  }
}
