package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.Transport;
import dev.atf.model.Attempt;
import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.log.LogPart;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.v1.GetTaskLogRequest;
import dev.atf.store.log.FollowedLogs;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GetTaskLog, for attempts that run, have ended, or never began. */
final class TaskLogTest {
  private static final Failure BROKEN = new Failure("BROKEN", "it broke", "", true);

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
  void logIsReadPartByPart(Transport transport) {
    var taskId = schedule();
    var attempt = pipeline.run(taskId);
    put(attempt, 1, "one\n<b>\u001b[31m\n", false);
    put(attempt, 2, "two\n", true);

    var request = GetTaskLogRequest.newBuilder().setTaskId(taskId);
    var all = transport.call(frontend, request.build()).requireOk().body();
    var rest = transport.call(frontend, request.setAfter(1).build()).requireOk().body();

    assertThat(all.get("parts").findValuesAsText("text"))
        .containsExactly("one\n<b>\u001b[31m\n", "two\n");
    assertThat(all.get("attempt").asInt()).isEqualTo(1);
    assertThat(all.get("nextAfter").asInt()).isEqualTo(2);
    assertThat(all.get("running").asBoolean()).isTrue();
    assertThat(all.get("complete").asBoolean()).isTrue();
    assertThat(rest.get("parts").findValuesAsText("text")).containsExactly("two\n");
  }

  @Test
  void longLogIsReadByPages() {
    var taskId = schedule();
    var attempt = pipeline.run(taskId);
    for (int number = 1; number <= 20; number++) {
      put(attempt, number, number + "\n", number == 20);
    }

    var first = log(taskId, "");
    var second = log(taskId, "?after=" + first.get("nextAfter").asInt());

    assertThat(first.get("parts")).hasSize(16);
    assertThat(first.path("complete").asBoolean()).isFalse();
    assertThat(second.get("parts")).hasSize(4);
    assertThat(second.get("complete").asBoolean()).isTrue();
  }

  @Test
  void eachAttemptHasItsOwnLogAlsoAfterARedrive() {
    var taskId = schedule();
    var first = pipeline.run(taskId);
    put(first, 1, "first\n", true);
    pipeline.failRetriably(first, BROKEN, Duration.ZERO);
    var second = pipeline.run(taskId);
    put(second, 1, "second\n", true);
    pipeline.failFatally(second, BROKEN);

    assertThat(text(log(taskId, "?attempt=1"))).isEqualTo("first\n");
    assertThat(text(log(taskId, "?attempt=2"))).isEqualTo("second\n");
    assertThat(text(log(taskId, ""))).isEqualTo("second\n");
    assertThat(log(taskId, "?attempt=3").get("notice").asText()).contains("attempt 3");

    frontend
        .post("/v1/lambdas/resize/tasks:redrive", "{\"taskIds\":[\"%s\"]}".formatted(taskId))
        .requireOk();
    var again = pipeline.run(taskId);
    put(again, 1, "again\n", true);
    assertThat(text(log(taskId, "?attempt=1"))).isEqualTo("again\n");
    assertThat(text(log(taskId, ""))).isEqualTo("again\n");
  }

  @Test
  void absenceOfALogIsExplained() {
    var waiting = schedule();
    var succeeded = schedule();
    pipeline.succeed(pipeline.run(succeeded), Outcome.success("d", new Payload(new byte[0], "")));
    frontend.put("/v1/lambdas/quiet", "{\"dispatch\":\"POLLED\",\"logs\":\"NONE\"}").requireOk();
    var quiet =
        frontend.post("/v1/lambdas/quiet/tasks", "{}").requireOk().json().get("taskId").asText();
    pipeline.failFatally(pipeline.run(quiet), BROKEN);

    assertThat(log(waiting, "").get("notice").asText()).isEqualTo("no attempt has started");
    assertThat(log(succeeded, "").get("notice").asText()).contains("logs: FAILURES");
    assertThat(log(quiet, "").get("notice").asText()).contains("logs: NONE");
  }

  @Test
  void followedTaskIsNotedWhileItIsNotOver() {
    var taskId = schedule();
    var ended = schedule();
    frontend.post("/v1/tasks/" + ended + ":cancel", "{}").requireOk();
    var followed = new FollowedLogs(frontend.members);

    log(taskId, "");
    assertThat(followed.recent(frontend.clock.instant())).isEmpty();
    log(taskId, "?follow=true");
    log(ended, "?follow=true");

    assertThat(followed.recent(frontend.clock.instant())).containsExactly(new TaskId(taskId));
    assertThat(frontend.association(ended).status()).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  @Tag("T19")
  void aTenantLeavesFollowedLogsForOthers() {
    for (var lambda : new String[] {"beta--a", "acme--a"}) {
      frontend.put("/v1/lambdas/" + lambda, "{\"dispatch\":\"POLLED\"}").requireOk();
    }
    var followed = new FollowedLogs(frontend.members);
    int most = LogReading.NOTED_MAX / 2;
    var tasks = new ArrayList<String>();
    for (int i = 0; i <= most; i++) {
      tasks.add(schedule("beta--a"));
      log(tasks.get(i), "?follow=true");
    }

    assertThat(followed.recent(frontend.clock.instant()))
        .hasSize(most)
        .doesNotContain(new TaskId(tasks.get(most)));
    var ofAnother = schedule("acme--a");
    log(ofAnother, "?follow=true");
    assertThat(followed.recent(frontend.clock.instant())).contains(new TaskId(ofAnother));
    frontend.clock.advance(FollowedLogs.FOLLOWED_FOR);
    log(tasks.get(most), "?follow=true");
    assertThat(followed.recent(frontend.clock.instant()))
        .containsExactly(new TaskId(tasks.get(most)));
  }

  private String schedule(String lambda) {
    return frontend
        .post("/v1/lambdas/" + lambda + "/tasks", "{}")
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  @Test
  void nonsenseIsRefused() {
    assertThat(frontend.get("/v1/tasks/x/logs").reason()).isEqualTo("FIELD_INVALID");
    assertThat(frontend.get("/v1/tasks/" + "0".repeat(32) + "/logs").reason())
        .isEqualTo("TASK_NOT_FOUND");
    assertThat(
            frontend.get("/v1/tasks/" + schedule() + "/logs?attempt=-1&after=-1").violatedFields())
        .isEqualTo("attempt,after");
  }

  @Test
  void settingsOfLogsAreKeptWithTheirDefaults() {
    var defaults = frontend.get("/v1/lambdas/resize").requireOk().json();
    var own =
        frontend
            .put("/v1/lambdas/loud", "{\"logs\":\"ALL\",\"logBytesMax\":2048}")
            .requireOk()
            .json();

    assertThat(defaults.get("logs").asText()).isEqualTo("FAILURES");
    assertThat(defaults.get("logBytesMax").asInt()).isEqualTo(64 * 1024);
    assertThat(own.get("logs").asText()).isEqualTo("ALL");
    assertThat(own.get("logBytesMax").asInt()).isEqualTo(2048);
    assertThat(frontend.put("/v1/lambdas/loud", "{\"logBytesMax\":1}").violatedFields())
        .isEqualTo("logBytesMax");
  }

  private void put(Attempt attempt, int number, String text, boolean last) {
    frontend.store.putLog(
        attempt.taskId(),
        attempt.epoch(),
        number,
        new LogPart(text, last).stored(),
        frontend.clock.instant().plus(Duration.ofDays(37)));
  }

  private String schedule() {
    return frontend
        .post("/v1/lambdas/resize/tasks", "{}")
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  private JsonNode log(String taskId, String query) {
    return frontend.get("/v1/tasks/" + taskId + "/logs" + query).requireOk().json();
  }

  private static String text(JsonNode log) {
    return String.join("", log.get("parts").findValuesAsText("text"));
  }
}
