package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Payload;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.store.testing.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Get, list and cancel, for tasks in every state. */
final class TaskQueriesTest {
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
  void aRunningTaskTellsItsExecutorAndLease() {
    var taskId = schedule("{}");
    pipeline.run(taskId);

    var task = frontend.get("/v1/tasks/" + taskId).requireOk().json();

    assertThat(task.get("status").asText()).isEqualTo("CLAIMED");
    assertThat(task.get("attempt").asInt()).isEqualTo(1);
    assertThat(task.get("epoch").asText()).isEqualTo("1");
    assertThat(task.get("executorId").asText()).isEqualTo("host:1");
    assertThat(task.get("startedAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(task.get("leaseUntil").asText()).isEqualTo("2026-03-01T12:00:30.123Z");
  }

  @Test
  void aFinishedTaskTellsItsResult() {
    var taskId = schedule("{}");
    pipeline.succeed(pipeline.run(taskId), Outcome.success("d", json("{\"width\":200}")));

    var task = frontend.get("/v1/tasks/" + taskId).requireOk().json();

    assertThat(task.get("status").asText()).isEqualTo("SUCCESS");
    assertThat(task.get("resultJson").toString()).isEqualTo("{\"width\":200}");
    assertThat(task.has("nextTriggerAt")).isFalse();
    assertThat(task.get("finishedAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
  }

  @Test
  void aResultThatIsAnItemOfItsOwnIsReadToo() {
    var taskId = schedule("{}");
    var attempt = pipeline.run(taskId);
    frontend.store.putResult(
        attempt.taskId(), 1, json("[1,2]"), frontend.clock.instant().plus(Duration.ofDays(1)));
    pipeline.succeed(attempt, Outcome.successStoredApart("d"));

    var task = frontend.get("/v1/tasks/" + taskId).requireOk().json();

    assertThat(task.get("resultJson").toString()).isEqualTo("[1,2]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0123456789ABCDEF0123456789ABCDEF", "..", "%E2%80%AE", "a%00"})
  void anIdThatIsNoneIsRefused(String taskId) {
    var answer = frontend.get("/v1/tasks/" + taskId);

    assertThat(answer.status()).isBetween(400, 404);
    assertThat(answer.contentType()).startsWith("application/json");
  }

  @Test
  @Tag("E1.6")
  void anUnknownTaskIsNotFound() {
    var unknown = "0".repeat(32);

    assertThat(frontend.get("/v1/tasks/" + unknown).reason()).isEqualTo("TASK_NOT_FOUND");
    assertThat(frontend.get("/v1/tasks/" + unknown).status()).isEqualTo(404);
    assertThat(frontend.post("/v1/tasks/" + unknown + ":cancel", "{}").reason())
        .isEqualTo("TASK_NOT_FOUND");
  }

  @Test
  void pagesHoldEveryPendingTaskOnceHighestPriorityFirst() {
    frontend.put("/v1/lambdas/wide", "{\"shards\":4}").requireOk();
    var scheduled = new ArrayList<String>();
    for (int i = 0; i < 25; i++) {
      var priority = List.of("low", "normal", "high").get(i % 3);
      var answer =
          frontend.post("/v1/lambdas/wide/tasks", "{\"priority\":\"%s\"}".formatted(priority));
      scheduled.add(answer.json().get("taskId").asText());
    }

    var listed = new ArrayList<String>();
    var priorities = new ArrayList<String>();
    var token = "";
    do {
      var page =
          frontend.get("/v1/lambdas/wide/tasks?pageSize=4&pageToken=" + token).requireOk().json();
      page.get("tasks").forEach(task -> listed.add(task.get("taskId").asText()));
      page.get("tasks").forEach(task -> priorities.add(task.get("priority").asText()));
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());

    assertThat(listed).containsExactlyInAnyOrderElementsOf(scheduled);
    assertThat(priorities)
        .isSortedAccordingTo(
            java.util.Comparator.comparing(List.of("high", "normal", "low")::indexOf));
  }

  @Test
  void listsHoldNoPayloads() {
    schedule("{\"json\":\"secret\",\"labels\":{\"a\":\"b\"}}");

    var task = frontend.get(TASKS).requireOk().json().get("tasks").get(0);

    assertThat(task.has("json")).isFalse();
    assertThat(task.has("labels")).isFalse();
    assertThat(task.get("status").asText()).isEqualTo("NEW");
  }

  @Test
  void aPriorityNarrowsWhatIsPending() {
    schedule("{\"priority\":\"low\"}");
    var high = schedule("{\"priority\":\"high\"}");

    var tasks = frontend.get(TASKS + "?priority=high").requireOk().json().get("tasks");

    assertThat(tasks).extracting(task -> task.get("taskId").asText()).containsExactly(high);
  }

  @Test
  void eachTaskStandsInTheListOfItsState() {
    var waiting = schedule("{}");
    var released = schedule("{}");
    pipeline.release(released);
    var done = schedule("{}");
    pipeline.succeed(pipeline.run(done), Outcome.success("d", Payload.EMPTY));
    var dead = schedule("{}");
    pipeline.giveUp(dead);

    var claimed = schedule("{}");
    pipeline.run(claimed);
    var processing = schedule("{}");
    pipeline.heartbeat(pipeline.run(processing), Notes.NONE);

    assertThat(listed("pending")).containsExactlyInAnyOrder(waiting, released, claimed, processing);
    assertThat(listed("running")).containsExactlyInAnyOrder(claimed, processing);
    assertThat(listed("done")).containsExactly(done);
    assertThat(listed("dead")).containsExactly(dead);
  }

  @Test
  void aListedRunningTaskTellsItsExecutorAttemptAndLease() {
    pipeline.run(schedule("{}"));

    var task = frontend.get(TASKS + "?state=running").requireOk().json().get("tasks").get(0);

    assertThat(task.get("executorId").asText()).isEqualTo("host:1");
    assertThat(task.get("attempt").asInt()).isEqualTo(1);
    assertThat(task.get("startedAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(task.get("leaseUntil").asText()).isEqualTo("2026-03-01T12:00:30.123Z");
  }

  @Test
  void aPriorityNarrowsWhatRuns() {
    pipeline.run(schedule("{\"priority\":\"low\"}"));
    var high = schedule("{\"priority\":\"high\"}");
    pipeline.run(high);

    assertThat(listed("running&priority=high")).containsExactly(high);
  }

  @Test
  void runningTasksBehindManyReleasedOnesAreFoundByBoundedPages() {
    for (int i = 0; i < 25; i++) {
      pipeline.release(schedule("{}"));
    }
    frontend.clock.advance(Duration.ofSeconds(1));
    var running = schedule("{}");
    pipeline.run(running);

    var pages = new ArrayList<List<String>>();
    var token = "";
    do {
      var path = TASKS + "?state=running&priority=normal&pageSize=1&pageToken=" + token;
      var page = frontend.get(path).requireOk().json();
      pages.add(page.get("tasks").findValuesAsText("taskId"));
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());

    assertThat(pages).containsExactly(List.of(), List.of(), List.of(running), List.of());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 100})
  void endedTasksOfAllShardsAreListedLatestFirstAndCounted(int pageSize) {
    frontend.put("/v1/lambdas/sharded", "{\"shards\":3,\"dispatch\":\"POLLED\"}").requireOk();
    var dead = new ArrayList<String>();
    var shards = new HashSet<Integer>();
    for (int i = 0; i < 20; i++) {
      if (i % 3 == 0) {
        frontend.clock.advance(Duration.ofMillis(1));
      }
      var answer = frontend.post("/v1/lambdas/sharded/tasks", "{}").requireOk();
      var taskId = answer.json().get("taskId").asText();
      pipeline.giveUp(taskId);
      dead.add(taskId);
      shards.add(frontend.association(taskId).header().shard());
    }

    var listed = allPages("sharded", "dead", pageSize);

    assertThat(shards).hasSize(3);
    assertThat(listed)
        .extracting(task -> task.get("taskId").asText())
        .containsExactlyInAnyOrderElementsOf(dead);
    assertThat(listed)
        .extracting(task -> Instant.parse(task.get("finishedAt").asText()))
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(frontend.get("/v1/lambdas/sharded").json().get("live").get("dead").asInt())
        .isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void tasksOfAnyStateAreThoseThatHaveNotEndedAndThenTheLatestThatHave(int pageSize) {
    var done = schedule("{}");
    pipeline.succeed(pipeline.run(done), Outcome.success("d", Payload.EMPTY));
    frontend.clock.advance(Duration.ofMillis(1));
    var dead = schedule("{}");
    pipeline.giveUp(dead);
    frontend.clock.advance(Duration.ofMillis(1));
    var latest = schedule("{}");
    pipeline.succeed(pipeline.run(latest), Outcome.success("d", Payload.EMPTY));
    var pending = schedule("{}");

    assertThat(allPages("resize", "any", pageSize))
        .extracting(task -> task.get("taskId").asText())
        .containsExactly(pending, latest, dead, done);
  }

  private List<JsonNode> allPages(String lambda, String state, int pageSize) {
    var listed = new ArrayList<JsonNode>();
    var token = "";
    do {
      var path =
          "/v1/lambdas/%s/tasks?state=%s&pageSize=%d&pageToken=%s"
              .formatted(lambda, state, pageSize, token);
      var page = frontend.get(path).requireOk().json();
      page.get("tasks").forEach(listed::add);
      assertThat(listed).as("pages have an end").hasSizeLessThan(100);
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());
    return listed;
  }

  @Test
  void aListThatMustBeIncompleteSaysSo() {
    frontend.registered("short");
    frontend
        .put("/v1/lambdas/silent", "{\"history\":\"NONE\",\"dispatch\":\"POLLED\"}")
        .requireOk();

    assertThat(notice("short", "done")).contains("FAILURES");
    assertThat(notice("silent", "done")).contains("NONE");
    assertThat(notice("resize", "done")).isEmpty();
    assertThat(notice("short", "dead")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pageToken=x",
        "pageToken=***",
        "pageToken=MXxyZXNpemU",
        "pageToken=AAAA",
        "pageSize=-1",
        "pageSize=x",
        "state=finished",
        "priority=urgent"
      })
  void aQuestionThatIsNoneIsRefused(String query) {
    var answer = frontend.get(TASKS + "?" + query);

    assertThat(answer.status()).describedAs(answer.body()).isEqualTo(400);
    assertThat(answer.json().get("code").asInt()).isEqualTo(3);
  }

  @Test
  void aPageTokenAnswersOnlyTheQuestionItCameFrom() {
    frontend.registered("other");
    schedule("{}");
    schedule("{}");
    var token = frontend.get(TASKS + "?pageSize=1").json().get("nextPageToken").asText();

    assertThat(frontend.get(TASKS + "?pageSize=5&pageToken=" + token).status()).isEqualTo(200);
    assertThat(frontend.get("/v1/lambdas/other/tasks?pageToken=" + token).reason())
        .isEqualTo("PAGE_TOKEN_INVALID");
    assertThat(frontend.get(TASKS + "?priority=normal&pageToken=" + token).reason())
        .isEqualTo("PAGE_TOKEN_INVALID");
    assertThat(frontend.get(TASKS + "?state=dead&pageToken=" + token).reason())
        .isEqualTo("PAGE_TOKEN_INVALID");
    assertThat(frontend.get(TASKS + "?pageToken=" + token + "A").reason())
        .isEqualTo("PAGE_TOKEN_INVALID");
  }

  @Test
  void aPageSizeOfABillionIsCapped() {
    schedule("{}");

    assertThat(frontend.get(TASKS + "?pageSize=1000000000").status()).isEqualTo(200);
  }

  @Test
  void aLambdaAndPriorityNeverCollideWithOthersWhoseNamesJoinToTheSame() {
    frontend.put("/v1/lambdas/a-b", "{\"priorities\":[\"c\"]}").requireOk();
    frontend.put("/v1/lambdas/a", "{\"priorities\":[\"b-c\"]}").requireOk();

    frontend.post("/v1/lambdas/a-b/tasks", "{}").requireOk();

    assertThat(frontend.get("/v1/lambdas/a-b/tasks").json().get("tasks")).hasSize(1);
    assertThat(frontend.get("/v1/lambdas/a/tasks").json().get("tasks")).isEmpty();
  }

  @Test
  @Tag("E10.2")
  void aPendingTaskIsCancelledAtOnceAndStaysSo() {
    var taskId = schedule("{}");

    var first = cancel(taskId);
    var second = cancel(taskId);

    assertThat(first.json().get("status").asText()).isEqualTo("CANCELLED");
    assertThat(second.json().get("status").asText()).isEqualTo("CANCELLED");
    var task = frontend.get("/v1/tasks/" + taskId).json();
    assertThat(task.get("failure").get("code").asText()).isEqualTo("CANCELLED");
    assertThat(task.get("failure").get("message").asText()).isEqualTo("not needed");
    assertThat(listed("pending")).isEmpty();
  }

  @Test
  void aReleasedTaskIsCancelledToo() {
    var taskId = schedule("{}");
    pipeline.release(taskId);

    assertThat(cancel(taskId).json().get("status").asText()).isEqualTo("CANCELLED");
  }

  @Test
  void aRunningTaskIsAskedToStop() {
    var taskId = schedule("{}");
    pipeline.run(taskId);

    var answer = cancel(taskId).requireOk().json();

    assertThat(answer.get("status").asText()).isEqualTo("CLAIMED");
    assertThat(answer.get("cancelRequested").asBoolean()).isTrue();
    assertThat(frontend.association(taskId).cancelRequested()).isTrue();
  }

  @Test
  @Tag("E10.4")
  void aFinishedTaskIsLeftAsItIs() {
    var taskId = schedule("{}");
    pipeline.succeed(pipeline.run(taskId), Outcome.success("d", Payload.EMPTY));

    assertThat(cancel(taskId).json().get("status").asText()).isEqualTo("SUCCESS");
    assertThat(frontend.association(taskId).status()).isEqualTo(TaskStatus.SUCCESS);
  }

  @Test
  @Tag("E10.1")
  void aCancellationWhoseReplyTheStoreLostIsFound() {
    var taskId = schedule("{}");
    frontend.line.failNext(Fault.REPLY_LOST);

    assertThat(cancel(taskId).json().get("status").asText()).isEqualTo("CANCELLED");
  }

  private String schedule(String body) {
    return frontend.post(TASKS, body).requireOk().json().get("taskId").asText();
  }

  private Answer cancel(String taskId) {
    return frontend.post("/v1/tasks/" + taskId + ":cancel", "{\"reason\":\"not needed\"}");
  }

  private List<String> listed(String state) {
    var ids = new ArrayList<String>();
    frontend
        .get(TASKS + "?state=" + state)
        .requireOk()
        .json()
        .get("tasks")
        .forEach(task -> ids.add(task.get("taskId").asText()));
    return ids;
  }

  private String notice(String lambda, String state) {
    return frontend
        .get("/v1/lambdas/" + lambda + "/tasks?state=" + state)
        .requireOk()
        .json()
        .path("notice")
        .asText();
  }

  private static Payload json(String text) {
    return new Payload(text.getBytes(StandardCharsets.UTF_8), Payload.JSON);
  }
}
