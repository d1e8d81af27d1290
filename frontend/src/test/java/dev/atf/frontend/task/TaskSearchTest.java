package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.task.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of tasks by label, collection, failure code, time and idempotency key. */
final class TaskSearchTest {
  private static int lastLambda;
  private static TestFrontend frontend;
  private static Pipeline pipeline;
  private String tasks = "";

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    pipeline = new Pipeline(frontend);
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @BeforeEach
  void register() {
    var lambda = "found-" + ++lastLambda;
    frontend
        .put("/v1/lambdas/" + lambda, "{\"history\":\"ALL\",\"dispatch\":\"POLLED\"}")
        .requireOk();
    tasks = "/v1/lambdas/" + lambda + "/tasks";
  }

  @Test
  void tasksOfALabelAreFoundInEveryStateTheLatestFirst() {
    var done = schedule("{\"labels\":{\"order\":\"7\"}}");
    var dead = schedule("{\"labels\":{\"order\":\"7\",\"shop\":\"a=b\"}}");
    var pending = schedule("{\"labels\":{\"order\":\"7\"},\"delay\":\"60s\"}");
    schedule("{\"labels\":{\"order\":\"8\"}}");
    pipeline.succeed(pipeline.run(done), Outcome.success("d", Payload.EMPTY));
    pipeline.failFatally(pipeline.run(dead), new Failure("BROKEN", "it broke", "", false));

    assertThat(found("label=order=7")).containsExactly(pending, dead, done);
    assertThat(found("label=order=7&state=dead")).containsExactly(dead);
    assertThat(found("label=order=7&state=done")).containsExactly(done);
    assertThat(found("label=order=7&state=pending")).containsExactly(pending);
    assertThat(found("label=order=7&label=shop=a%3Db")).containsExactly(dead);
    assertThat(found("label=order=7&code=BROKEN")).containsExactly(dead);
    assertThat(found("label=order=9")).isEmpty();
    assertThat(found("state=dead&code=OTHER")).isEmpty();
  }

  @Test
  void tasksOfACollectionAreFound() {
    var red = schedule("{\"collection\":\"red\"}");
    schedule("{\"collection\":\"blue\"}");

    assertThat(found("collection=red")).containsExactly(red);
    assertThat(found("collection=red&state=any")).containsExactly(red);
  }

  @Test
  void theTaskOfAnIdempotencyKeyIsFound() {
    var keyed = schedule("{\"idempotencyKey\":\"invoice 7/a\"}");
    schedule("{\"idempotencyKey\":\"invoice 8\"}");
    pipeline.succeed(pipeline.run(keyed), Outcome.success("d", Payload.EMPTY));

    assertThat(found("idempotencyKey=invoice%207%2Fa")).containsExactly(keyed);
    assertThat(found("idempotencyKey=invoice%207%2Fa&state=pending")).isEmpty();
    assertThat(found("idempotencyKey=none")).isEmpty();
  }

  @Test
  void tasksOfATimeAreFound() {
    var now = frontend.clock.instant();
    var soon = schedule("{\"delay\":\"10s\"}");
    var later = schedule("{\"delay\":\"20s\"}");

    assertThat(found("after=" + now.plusSeconds(20))).containsExactly(later);
    assertThat(found("before=" + now.plusSeconds(20))).containsExactly(soon);
    assertThat(found("after=" + now.plusSeconds(10) + "&before=" + now.plusSeconds(11)))
        .containsExactly(soon);
  }

  @Test
  void aRepetitionOfARequestIsOneEntry() {
    var body = "{\"labels\":{\"order\":\"7\"},\"idempotencyKey\":\"k\"}";
    var first = schedule(body);
    frontend.clock.advance(Duration.ofSeconds(1));
    schedule(body);

    assertThat(found("label=order=7")).containsExactly(first);
  }

  @Test
  void pagesOfALabelHoldEachTaskOnce() {
    var scheduled = new ArrayList<String>();
    for (int i = 0; i < 25; i++) {
      scheduled.add(schedule("{\"labels\":{\"order\":\"7\"}}"));
    }

    var listed = new ArrayList<String>();
    var token = "";
    do {
      var page =
          frontend.get(tasks + "?label=order=7&pageSize=4&pageToken=" + token).requireOk().json();
      page.get("tasks").forEach(task -> listed.add(task.get("taskId").asText()));
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());

    assertThat(listed).containsExactlyInAnyOrderElementsOf(scheduled);
  }

  @Test
  void aTokenOfAnotherQuestionIsRefused() {
    for (int i = 0; i < 3; i++) {
      schedule("{\"labels\":{\"order\":\"7\"}}");
    }
    var token =
        frontend.get(tasks + "?label=order=7&pageSize=1").json().get("nextPageToken").asText();

    assertThat(frontend.get(tasks + "?label=order=8&pageToken=" + token).reason())
        .isEqualTo("PAGE_TOKEN_INVALID");
    assertThat(frontend.get(tasks + "?state=any&pageToken=" + token).reason())
        .isEqualTo("PAGE_TOKEN_INVALID");
  }

  @ParameterizedTest
  @CsvSource({
    "label=order, label",
    "label==7, label",
    "state=ended, state",
    "collection=a%20b, collection",
    "after=tomorrow, after",
    "pageSize=-1, pageSize",
  })
  void aFilterThatCannotBeReadIsRefused(String query, String field) {
    assertThat(frontend.get(tasks + "?" + query).violatedFields()).contains(field);
  }

  private List<String> found(String query) {
    var page = frontend.get(tasks + "?" + query).requireOk().json();
    assertThat(page.path("nextPageToken").asText()).isEmpty();
    return page.path("tasks").findValuesAsText("taskId");
  }

  private String schedule(String body) {
    frontend.clock.advance(Duration.ofMillis(1));
    return frontend.post(tasks, body).requireOk().json().get("taskId").asText();
  }
}
