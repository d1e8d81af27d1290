package dev.atf.frontend.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Alarm;
import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Outcome;
import dev.atf.store.testing.Fault;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cancels, reschedules and starts all matching tasks. */
final class BulkChangeTest {
  private static final String TASKS = "/v1/lambdas/resize/tasks";

  private final TestFrontend frontend = new TestFrontend();
  private final Pipeline pipeline = new Pipeline(frontend);

  @BeforeEach
  void register() {
    frontend.put("/v1/lambdas/resize", "{\"history\":\"ALL\",\"dispatch\":\"POLLED\"}").requireOk();
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void allTasksOfALabelAreCancelledPageByPage() {
    var meant = scheduled(25, "{\"labels\":{\"run\":\"7\"}}");
    var other = scheduled(3, "{\"labels\":{\"run\":\"8\"}}");

    var token = "";
    int changed = 0;
    do {
      var page = change("cancel", "{\"label\":[\"run=7\"]}", token, "");
      changed += page.path("changed").asInt();
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());

    assertThat(changed).isEqualTo(25);
    assertThat(meant).allMatch(task -> status(task) == TaskStatus.CANCELLED);
    assertThat(other).allMatch(task -> status(task) == TaskStatus.NEW);
  }

  @Test
  void aRunningTaskIsAskedToStopOnce() {
    var task = scheduled(1, "{\"collection\":\"red\"}").get(0);
    pipeline.run(task);

    var first = change("cancel", "{\"collection\":\"red\"}", "", "");
    var again = change("cancel", "{\"collection\":\"red\"}", "", "");

    assertThat(first.path("changed").asInt()).isEqualTo(1);
    assertThat(again.path("changed").asInt()).isZero();
    assertThat(frontend.association(task).cancelRequested()).isTrue();
  }

  @Test
  void aTaskThatEndedOrCameLaterIsLeftAlone() {
    var tasks = scheduled(5, "{\"labels\":{\"run\":\"7\"}}");
    pipeline.succeed(pipeline.run(tasks.get(0)), Outcome.success("d", Payload.EMPTY));
    var first = change("cancel", "{\"label\":[\"run=7\"]}", "", ",\"dryRun\":true");
    frontend.clock.advance(Duration.ofSeconds(1));
    var later = scheduled(1, "{\"labels\":{\"run\":\"7\"}}").get(0);

    var rest =
        change("cancel", "{\"label\":[\"run=7\"]}", first.path("nextPageToken").asText(), "");

    assertThat(first.path("changed").asInt() + rest.path("changed").asInt()).isEqualTo(4);
    assertThat(status(tasks.get(0))).isEqualTo(TaskStatus.SUCCESS);
    assertThat(status(later)).isEqualTo(TaskStatus.NEW);
  }

  @Test
  void countsTasksOfAnyStateThatTheChangeIsNotForAsLeftAlone() {
    var tasks = scheduled(3, "{\"labels\":{\"run\":\"7\"}}");
    pipeline.succeed(pipeline.run(tasks.get(0)), Outcome.success("d", Payload.EMPTY));
    frontend.clock.advance(Duration.ofSeconds(1));
    var filter = "{\"state\":\"any\",\"label\":[\"run=7\"]}";

    var counted = change("cancel", filter, "", ",\"dryRun\":true");
    var cancelled = change("cancel", filter, "", "");
    frontend.clock.advance(Duration.ofSeconds(1));
    var again = scheduled(1, "{\"labels\":{\"run\":\"7\"}}").get(0);
    frontend.clock.advance(Duration.ofSeconds(1));
    var resubmitted = change("resubmit", filter, "", "");

    for (var answer : List.of(counted, cancelled)) {
      assertThat(answer.path("changed").asInt()).isEqualTo(2);
      assertThat(answer.path("leftAlone")).hasSize(1);
      var left = answer.at("/leftAlone/0");
      assertThat(left.get("count").asInt()).isEqualTo(1);
      assertThat(left.get("reason").asText()).isEqualTo("TASK_FINISHED");
      assertThat(left.get("message").asText()).startsWith("it has ended");
      assertThat(left.get("taskId").asText()).isEqualTo(tasks.get(0));
    }
    assertThat(resubmitted.path("changed").asInt()).isEqualTo(3);
    assertThat(resubmitted.at("/leftAlone/0/reason").asText()).isEqualTo("TASK_RUNNING");
    assertThat(resubmitted.at("/leftAlone/0/taskId").asText()).isEqualTo(again);
    assertThat(resubmitted.at("/leftAlone/0/count").asInt()).isEqualTo(1);
  }

  @Test
  void countsNoTaskThatTheRunItselfHasEndedAsLeftAlone() {
    scheduled(9, "{\"labels\":{\"run\":\"7\"}}");
    frontend.clock.advance(Duration.ofSeconds(1));
    var filter = "{\"state\":\"any\",\"label\":[\"run=7\"]}";
    int changed = 0;
    int left = 0;
    var token = "";
    do {
      var page = change("cancel", filter, token, "");
      changed += page.path("changed").asInt();
      left += page.path("leftAlone").size();
      token = page.path("nextPageToken").asText();
      frontend.clock.advance(Duration.ofSeconds(1));
    } while (!token.isEmpty());

    assertThat(changed).isEqualTo(9);
    assertThat(left).isZero();
  }

  @Test
  void aDryRunChangesNothing() {
    var tasks = scheduled(3, "{\"priority\":\"high\"}");

    var answer = change("cancel", "{\"priority\":\"high\"}", "", ",\"dryRun\":true");

    assertThat(answer.path("changed").asInt()).isEqualTo(3);
    assertThat(tasks).allMatch(task -> status(task) == TaskStatus.NEW);
  }

  @Test
  void aPageWhoseStoreFailsIsAskedForAgain() {
    var tasks = scheduled(3, "{\"labels\":{\"run\":\"7\"}}");
    frontend.line.failNext(Fault.UNAVAILABLE);

    var failed = frontend.post(TASKS + ":cancel", "{\"filter\":{\"label\":[\"run=7\"]}}");
    change("cancel", "{\"label\":[\"run=7\"]}", "", "");

    assertThat(failed.reason()).isEqualTo("STORE_UNAVAILABLE");
    assertThat(tasks).allMatch(task -> status(task) == TaskStatus.CANCELLED);
  }

  @Test
  void selectedTasksGetAnotherTime() {
    var tasks = scheduled(2, "{\"labels\":{\"run\":\"7\"}}");
    pipeline.run(tasks.get(0));
    var at = frontend.clock.instant().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);

    var answer =
        change("reschedule", "{\"label\":[\"run=7\"]}", "", ",\"scheduledAt\":\"" + at + "\"");

    assertThat(answer.path("changed").asInt()).isEqualTo(1);
    assertThat(answer.path("refused").asInt()).isEqualTo(1);
    var refusal = answer.path("refusals").get(0);
    assertThat(refusal.path("taskId").asText()).isEqualTo(tasks.get(0));
    assertThat(refusal.path("error").toString()).contains("cannot be given another time");
    assertThat(frontend.association(tasks.get(1)).header().scheduledAt()).isEqualTo(at);
  }

  @Test
  void tasksThatAreMovedBehindThePagesAreMovedOnce() {
    var tasks = scheduled(9, "{\"delay\":\"60s\"}");
    var at = frontend.clock.instant().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);

    var token = "";
    int changed = 0;
    do {
      var page = change("reschedule", "{}", token, ",\"scheduledAt\":\"" + at + "\"");
      changed += page.path("changed").asInt();
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());

    assertThat(changed).isEqualTo(9);
    assertThat(tasks)
        .allMatch(task -> frontend.association(task).header().scheduledAt().equals(at));
  }

  @Test
  void selectedTasksAreMadeDue() {
    var task = scheduled(1, "{\"labels\":{\"run\":\"7\"},\"delay\":\"3600s\"}").get(0);

    var answer = change("run", "{\"label\":[\"run=7\"],\"state\":\"pending\"}", "", "");

    assertThat(answer.path("changed").asInt()).isEqualTo(1);
    var trigger = frontend.association(task).trigger();
    assertThat(trigger).isNotNull();
    assertThat(trigger.alarm()).isEqualTo(Alarm.DUE);
    assertThat(trigger.at()).isBeforeOrEqualTo(frontend.clock.instant());
  }

  @Test
  void deadLettersAreResubmittedOnce() {
    var dead = scheduled(2, "{\"labels\":{\"run\":\"7\"}}");
    var failure = new Failure("BROKEN", "it broke", "", false);
    dead.forEach(task -> pipeline.failFatally(pipeline.run(task), failure));

    var counted = change("resubmit", "{}", "", ",\"dryRun\":true");
    var first = change("resubmit", "{\"code\":\"BROKEN\"}", "", "");
    var again = change("resubmit", "{\"label\":[\"run=7\"]}", "", "");

    assertThat(counted.path("changed").asInt()).isEqualTo(2);
    assertThat(first.path("changed").asInt()).isEqualTo(2);
    assertThat(again.path("changed").asInt()).isZero();
    var pending =
        frontend.get(TASKS + "?label=run=7&state=pending").requireOk().json().path("tasks");
    assertThat(pending).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cancel | {\"filter\":{\"state\":\"dead\"}} | filter.state",
        "cancel | {\"filter\":{\"label\":[\"run\"]}} | label",
        "reschedule | {} | scheduledAt",
        "run | {\"pageSize\":-1} | pageSize",
        "resubmit | {\"filter\":{\"state\":\"pending\"}} | filter.state",
      })
  void whatCannotBeReadIsRefused(String call, String body, String field) {
    assertThat(frontend.post(TASKS + ":" + call, body).violatedFields()).contains(field);
  }

  @Test
  void aForgedTokenIsRefused() {
    for (var token : List.of("x", ".", "1.x", "99999999999999999999.x")) {
      var body = "{\"filter\":{\"label\":[\"a=b\"]},\"pageToken\":\"%s\"}".formatted(token);
      assertThat(frontend.post(TASKS + ":cancel", body).reason()).isEqualTo("PAGE_TOKEN_INVALID");
    }
  }

  private JsonNode change(String call, String filter, String token, String more) {
    var body =
        "{\"filter\":%s,\"pageSize\":4,\"pageToken\":\"%s\"%s}".formatted(filter, token, more);
    return frontend.post(TASKS + ":" + call, body).requireOk().json();
  }

  private List<String> scheduled(int count, String body) {
    var ids = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      ids.add(frontend.post(TASKS, body).requireOk().json().get("taskId").asText());
    }
    return ids;
  }

  private TaskStatus status(String taskId) {
    return frontend.association(taskId).status();
  }
}
