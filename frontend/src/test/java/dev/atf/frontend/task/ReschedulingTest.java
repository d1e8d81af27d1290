package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.RescheduleTaskRequest;
import dev.atf.protocol.v1.RunTaskNowRequest;
import dev.atf.store.testing.Fault;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** RescheduleTask and RunTaskNow, for tasks in every state. */
final class ReschedulingTest {
  private static final String LATER = "2026-03-02T08:00:00Z";
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
  void aWaitingTaskGetsItsNewTime() {
    var taskId = schedule("{\"delay\":\"60s\",\"json\":{\"a\":1},\"labels\":{\"k\":\"v\"}}");

    var task = reschedule(taskId, LATER).requireOk().json();

    assertThat(task.get("scheduledAt").asText()).isEqualTo(LATER);
    assertThat(task.get("nextTriggerAt").asText()).isEqualTo(LATER);
    assertThat(task.get("status").asText()).isEqualTo("NEW");
    assertThat(task.get("json").toString()).isEqualTo("{\"a\":1}");
    assertThat(task.get("labels").get("k").asText()).isEqualTo("v");
  }

  @Test
  void aReleasedTaskGoesBackAndItsReferenceIsOfNoMoreUse() {
    var taskId = schedule("{}");
    pipeline.release(taskId);

    reschedule(taskId, LATER).requireOk();

    assertThat(frontend.association(taskId).status()).isEqualTo(TaskStatus.NEW);
    assertThat(frontend.association(taskId).header().scheduledAt()).isEqualTo(Instant.parse(LATER));
  }

  @Test
  void aTaskThatWaitsForItsRetryKeepsItsAttempts() {
    var taskId = schedule("{}");
    pipeline.failRetriably(
        pipeline.run(taskId), new Failure("X", "y", "", true), Duration.ofMinutes(5));

    var task = reschedule(taskId, LATER).requireOk().json();

    assertThat(task.get("status").asText()).isEqualTo("NEW");
    assertThat(task.get("attempt").asInt()).isEqualTo(1);
  }

  @Test
  void theSameAgainChangesNothing() {
    var taskId = schedule("{}");
    reschedule(taskId, LATER).requireOk();
    var before = frontend.association(taskId);
    frontend.clock.advance(Duration.ofMillis(5));

    reschedule(taskId, LATER).requireOk();

    assertThat(frontend.association(taskId)).isEqualTo(before);
  }

  @Test
  void aRunningTaskKeepsItsTime() {
    var taskId = schedule("{}");
    pipeline.run(taskId);

    assertRefused(reschedule(taskId, LATER), "TASK_RUNNING");
    assertRefused(runNow(taskId), "TASK_RUNNING");
    var refused =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                frontend
                    .tasks()
                    .rescheduleTask(
                        RescheduleTaskRequest.newBuilder()
                            .setTaskId(taskId)
                            .setScheduledAt(dev.atf.protocol.ProtoTimes.proto(Instant.parse(LATER)))
                            .build()));
    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(RpcErrors.reasonOf(refused)).contains(ErrorReason.TASK_RUNNING);
  }

  @Test
  void aFinishedTaskKeepsItsTime() {
    var taskId = schedule("{}");
    pipeline.succeed(pipeline.run(taskId), Outcome.success("d", Payload.EMPTY));
    var before = frontend.association(taskId);

    assertRefused(reschedule(taskId, LATER), "TASK_FINISHED");
    assertRefused(runNow(taskId), "TASK_FINISHED");
    assertThat(frontend.association(taskId)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | FIELD_INVALID",
        "{\"scheduledAt\":\"2027-03-02T12:00:00Z\"} | FIELD_INVALID",
        "{\"scheduledAt\":\"2026-02-27T12:00:00Z\"} | TIME_TOO_OLD",
        // The lambda's tasks live for 30 days.
        "{\"scheduledAt\":\"2026-04-15T12:00:00Z\"} | FIELD_INVALID",
      })
  void aTimeThatCannotBeIsNamedAndNothingChanges(String body, String reason) {
    var taskId = schedule("{\"delay\":\"60s\"}");
    var before = frontend.association(taskId);

    var answer = frontend.post("/v1/tasks/" + taskId + ":reschedule", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo(reason);
    assertThat(answer.violatedFields()).isEqualTo("scheduledAt");
    assertThat(frontend.association(taskId)).isEqualTo(before);
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    var reschedule = frontend.post("/v1/tasks/nonsense:reschedule", "{}");
    var cancel = frontend.post("/v1/tasks/nonsense:cancel", "{\"reason\":\"\\ud83d\"}");
    var list = frontend.get("/v1/lambdas/resize/tasks?state=lost&pageSize=-1");
    var page = frontend.get("/v1/lambdas/resize/tasks?state=dead&priority=high&pageSize=-1");
    var redrive =
        frontend.post(
            "/v1/lambdas/resize/tasks:redrive",
            "{\"taskIds\":[\"a\",\"b\"],\"collection\":\"!\",\"pageSize\":-1}");

    assertThat(violations(reschedule)).containsExactly("taskId", "scheduledAt");
    assertThat(violations(cancel)).contains("taskId");
    assertThat(violations(list)).containsExactly("state", "pageSize");
    assertThat(violations(page)).containsExactly("pageSize");
    assertThat(violations(redrive))
        .containsExactly("collection", "taskId", "taskId", "taskIds", "pageSize");
  }

  private static java.util.List<String> violations(Answer answer) {
    var fields = new java.util.ArrayList<String>();
    answer.json().findValues("field").forEach(field -> fields.add(field.asText()));
    return fields;
  }

  @Test
  void theTimeMustComeBeforeTheTasksOwnDeadline() {
    var taskId = schedule("{\"deadline\":\"2026-03-02T07:59:59Z\"}");

    var answer = reschedule(taskId, LATER);

    assertThat(answer.violatedFields()).isEqualTo("scheduledAt");
    assertThat(answer.json().get("message").asText())
        .contains("before the task's deadline, 2026-03-02T07:59:59Z");
  }

  @Test
  void aTaskOfTheFutureRunsNow() {
    var taskId = schedule("{\"delay\":\"3600s\"}");

    var task =
        frontend.tasks().runTaskNow(RunTaskNowRequest.newBuilder().setTaskId(taskId).build());

    var now = frontend.clock.instant().truncatedTo(java.time.temporal.ChronoUnit.MILLIS);
    assertThat(dev.atf.protocol.ProtoTimes.java(task.getScheduledAt())).isEqualTo(now);
    assertThat(trigger(taskId)).isEqualTo(now);
    pipeline.run(taskId);
  }

  @Test
  void anOverdueTaskKeepsItsPlace() {
    var taskId = schedule("{}");
    var retried = schedule("{}");
    pipeline.failRetriably(
        pipeline.run(retried), new Failure("X", "y", "", true), Duration.ofMillis(1));
    frontend.clock.advance(Duration.ofSeconds(1));
    var before = frontend.association(taskId);
    var retriedBefore = frontend.association(retried);
    frontend.clock.advance(Duration.ofMinutes(1));

    runNow(taskId).requireOk();
    reschedule(taskId, frontend.clock.instant().minusSeconds(5).toString()).requireOk();
    runNow(retried).requireOk();
    reschedule(retried, frontend.clock.instant().minusSeconds(5).toString()).requireOk();

    assertThat(frontend.association(taskId)).isEqualTo(before);
    assertThat(frontend.association(retried)).isEqualTo(retriedBefore);
  }

  @Test
  void aRetryComesNowAndKeepsCounting() {
    var taskId = schedule("{}");
    pipeline.failRetriably(
        pipeline.run(taskId), new Failure("X", "y", "", true), Duration.ofMinutes(5));

    var task = runNow(taskId).requireOk().json();

    assertThat(task.get("status").asText()).isEqualTo("RETRIABLE_FAILURE");
    assertThat(task.get("attempt").asInt()).isEqualTo(1);
    assertThat(trigger(taskId)).isBeforeOrEqualTo(frontend.clock.instant());
  }

  @Test
  void aReleasedTaskIsOnItsWay() {
    var taskId = schedule("{}");
    pipeline.release(taskId);
    var before = frontend.association(taskId);

    assertThat(runNow(taskId).requireOk().json().get("status").asText()).isEqualTo("ENQUEUED");
    assertThat(frontend.association(taskId)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(names = {"REPLY_LOST", "REQUEST_LOST"})
  void aWriteWithoutAnAnswerIsMadeOnce(Fault fault) {
    var taskId = schedule("{\"delay\":\"60s\"}");

    frontend.line.failNext(fault);
    reschedule(taskId, LATER).requireOk();
    frontend.line.failNext(fault);
    runNow(taskId).requireOk();

    assertThat(trigger(taskId)).isBeforeOrEqualTo(frontend.clock.instant());
    assertThat(frontend.association(taskId).history().entries())
        .extracting(HistoryEntry::event)
        .containsOnlyOnce(TaskEvent.RESCHEDULE, TaskEvent.RUN_NOW);
  }

  @Test
  void anOwnWriteIsRecognisedThoughTheTaskHasGoneOnSince() {
    var taskId = schedule("{\"delay\":\"60s\"}");
    frontend.line.failNext(Fault.REPLY_LOST);
    frontend.line.afterNext(() -> pipeline.run(taskId));

    var task = runNow(taskId).requireOk().json();

    assertThat(task.get("status").asText()).isEqualTo("CLAIMED");
  }

  @Test
  void aLostRaceIsDecidedAnewAndATaskThatKeepsChangingIsLeft() {
    var taskId = schedule("{\"delay\":\"60s\"}");
    var other = schedule("{\"delay\":\"60s\"}");
    frontend.line.beforeNext(() -> pipeline.release(taskId));

    reschedule(taskId, LATER).requireOk();
    for (int i = 0; i < TaskChange.TRIES_MAX; i++) {
      frontend.line.beforeNext(
          () -> {
            pipeline.release(other);
            pipeline.park(other);
          });
    }
    var lost = reschedule(other, LATER);

    assertThat(frontend.association(taskId).status()).isEqualTo(TaskStatus.NEW);
    assertThat(lost.status()).isEqualTo(409);
    assertThat(lost.reason()).isEqualTo("CHANGED_MEANWHILE");
  }

  @Test
  void anUnknownTaskIsNotFound() {
    var unknown = "0".repeat(32);

    assertThat(reschedule(unknown, LATER).reason()).isEqualTo("TASK_NOT_FOUND");
    assertThat(runNow(unknown).reason()).isEqualTo("TASK_NOT_FOUND");
  }

  private static void assertRefused(Answer answer, String reason) {
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().get("code").asInt()).isEqualTo(9);
    assertThat(answer.reason()).isEqualTo(reason);
  }

  private static Instant trigger(String taskId) {
    return Objects.requireNonNull(frontend.store.find(new TaskId(taskId)).orElseThrow().trigger())
        .at();
  }

  private static String schedule(String body) {
    return frontend
        .post("/v1/lambdas/resize/tasks", body)
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  private static Answer reschedule(String taskId, String at) {
    return frontend.post(
        "/v1/tasks/" + taskId + ":reschedule", "{\"scheduledAt\":\"%s\"}".formatted(at));
  }

  private static Answer runNow(String taskId) {
    return frontend.post("/v1/tasks/" + taskId + ":run", "{}");
  }
}
