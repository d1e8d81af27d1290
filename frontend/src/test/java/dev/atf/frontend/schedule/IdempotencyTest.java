package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transitions;
import dev.atf.store.testing.Fault;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests with one key create one task, whatever is lost between client, frontend and store. */
final class IdempotencyTest {
  private static final String TASKS = "/v1/lambdas/resize/tasks";
  private static final String KEYED = "{\"idempotencyKey\":\"k\",\"json\":{\"a\":1,\"b\":2}}";

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
  void theSameRequestAgainIsTheSameTask() {
    var first = schedule(KEYED);
    frontend.clock.advance(Duration.ofMinutes(10));
    var second = schedule("{\"json\":{\"b\":2,\"a\":1},\"idempotencyKey\":\"k\"}");

    assertThat(first.get("created").asBoolean()).isTrue();
    assertThat(second.get("created").asBoolean()).isFalse();
    assertThat(second.get("taskId")).isEqualTo(first.get("taskId"));
    assertThat(second.get("scheduledAt")).isEqualTo(first.get("scheduledAt"));
  }

  @Test
  void aDelayRepeatsToTheTimeOfTheFirstCall() {
    var first = schedule("{\"idempotencyKey\":\"k\",\"delay\":\"60s\"}");
    frontend.clock.advance(Duration.ofSeconds(7));
    var second = schedule("{\"idempotencyKey\":\"k\",\"delay\":\"60s\"}");

    assertThat(second.get("scheduledAt")).isEqualTo(first.get("scheduledAt"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"idempotencyKey\":\"k\"}",
        "{\"idempotencyKey\":\"k\",\"json\":{\"a\":1,\"b\":3}}",
        "{\"idempotencyKey\":\"k\",\"json\":{\"a\":1,\"b\":2},\"priority\":\"high\"}",
        "{\"idempotencyKey\":\"k\",\"json\":{\"a\":1,\"b\":2},\"delay\":\"1s\"}",
        "{\"idempotencyKey\":\"k\",\"json\":{\"a\":1,\"b\":2},\"labels\":{\"x\":\"y\"}}"
      })
  void anotherRequestUnderTheSameKeyIsRefusedAndNamesTheTask(String other) {
    var first = schedule(KEYED);

    var answer = frontend.post(TASKS, other);

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.reason()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(answer.json().get("message").asText()).contains(first.get("taskId").asText());
  }

  @Test
  void theSameKeyOfAnotherLambdaIsAnotherTask() {
    frontend.registered("resize-more");

    var first = schedule(KEYED);
    var other = frontend.post("/v1/lambdas/resize-more/tasks", KEYED).requireOk().json();

    assertThat(other.get("created").asBoolean()).isTrue();
    assertThat(other.get("taskId")).isNotEqualTo(first.get("taskId"));
  }

  @Test
  @Tag("E1.4")
  void exactlyOneOfAHundredConcurrentCallsCreatesTheTask() {
    var threads = Executors.newFixedThreadPool(25);
    var calls = new ArrayList<CompletableFuture<JsonNode>>();
    for (int i = 0; i < 100; i++) {
      calls.add(CompletableFuture.supplyAsync(() -> schedule(KEYED), threads));
    }
    var answers = calls.stream().map(CompletableFuture::join).toList();
    threads.shutdown();

    assertThat(answers)
        .extracting(answer -> answer.get("taskId"))
        .hasSize(100)
        .containsOnly(answers.get(0).get("taskId"));
    assertThat(answers).filteredOn(answer -> answer.get("created").asBoolean()).hasSize(1);
    assertThat(frontend.get(TASKS).json().get("tasks")).hasSize(1);
  }

  @Test
  @Tag("E1.3")
  void aRepetitionAfterTheEndOfTheTaskDoesNotRunItAgain() {
    var first = schedule(KEYED);
    finish(first);

    var second = schedule(KEYED);

    assertThat(second.get("created").asBoolean()).isFalse();
    assertThat(task(first).status().finished()).isTrue();
  }

  @Test
  @Tag("F26")
  void theAssociationOfAKeyedTaskOutlivesItsEntity() {
    var first = schedule(KEYED);
    finish(first);

    var taskId = new TaskId(first.get("taskId").asText());
    var entity = frontend.store.findEntity(taskId).orElseThrow();
    assertThat(task(first).header().keepUntil())
        .isEqualTo(entity.expiresAt().plus(Duration.ofDays(3)));
    assertThat(task(first).expiresAt()).isEqualTo(task(first).header().keepUntil());
  }

  @Test
  void aKeyWhoseEntityHasExpiredStillNamesTheFinishedTask() {
    var lambda = LambdaDefinition.withDefaults(new LambdaName("resize"), frontend.clock.instant());
    var id = TaskId.ofKey(lambda.name(), new dev.atf.model.IdempotencyKey("k"));
    var old = schedule("{\"idempotencyKey\":\"k\",\"json\":\"old\"}");
    var oldHeader = task(old).header();
    var fresh = new TestFrontend();
    fresh.registered("resize");
    // The time-to-live does not delete the association.
    fresh.store.create(Association.scheduled(oldHeader));
    fresh.clock.advance(Duration.ofDays(41));

    var answer = fresh.post(TASKS, KEYED).requireOk().json();

    assertThat(answer.get("created").asBoolean()).isFalse();
    assertThat(answer.get("taskId").asText()).isEqualTo(id.value());
    assertThat(answer.get("scheduledAt")).isEqualTo(old.get("scheduledAt"));
    assertThat(fresh.get("/v1/tasks/" + id).json().has("json")).isFalse();
    fresh.close();
  }

  @Test
  @Tag("E1.1")
  void anEntityWithoutAssociationWasNeverAcknowledgedAndTheRepetitionFinishesIt() {
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    var refused = frontend.post(TASKS, KEYED);
    var id = TaskId.ofKey(new LambdaName("resize"), new dev.atf.model.IdempotencyKey("k"));

    assertThat(refused.status()).isEqualTo(503);
    assertThat(frontend.store.findEntity(id)).isPresent();
    assertThat(frontend.get("/v1/tasks/" + id).status()).isEqualTo(404);

    frontend.clock.advance(Duration.ofMinutes(1));
    var again = schedule(KEYED);

    assertThat(again.get("created").asBoolean()).isTrue();
    assertThat(again.get("scheduledAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(task(again).header())
        .isEqualTo(frontend.store.findEntity(id).orElseThrow().header());
  }

  /**
   * The delays are later than the deadline, than the default deadline, and than the expiry of the
   * entity.
   */
  @ParameterizedTest
  @CsvSource({"60s, PT5M", "2592000s, P31D", "2592000s, P38D"})
  @Tag("E1.1")
  void anUnacknowledgedRequestRepeatedAfterItsDeadlineHasTheTimesOfTheRepetition(
      String maxLifetime, Duration later) {
    frontend
        .put("/v1/lambdas/resize", "{\"maxLifetime\":\"%s\"}".formatted(maxLifetime))
        .requireOk();
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    frontend.post(TASKS, KEYED);
    frontend.clock.advance(later);

    var again = schedule(KEYED);

    assertThat(again.get("created").asBoolean()).isTrue();
    assertThat(task(again).header().scheduledAt())
        .isEqualTo(frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS));
    assertThat(task(again).header().deadline()).isAfter(frontend.clock.instant());
    assertThat(frontend.store.findEntity(task(again).taskId()).orElseThrow().header())
        .isEqualTo(task(again).header());
    assertThat(schedule(KEYED).get("created").asBoolean()).isFalse();
  }

  @Test
  void aLostReplyToTheReplacementOfAnAbandonedEntityIsRepeated() {
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    frontend.post(TASKS, KEYED);
    frontend.clock.advance(Duration.ofDays(31));
    frontend.line.failNext(Fault.NONE, Fault.REPLY_LOST, Fault.NONE);

    var again = schedule(KEYED);

    assertThat(again.get("created").asBoolean()).isTrue();
    assertThat(task(again).header().scheduledAt())
        .isEqualTo(frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  @Test
  void anotherRequestTakesAKeyWhoseEntityHasExpired() {
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    frontend.post(TASKS, KEYED);
    var other = "{\"idempotencyKey\":\"k\",\"json\":\"other\"}";

    frontend.clock.advance(Duration.ofDays(36));
    var early = frontend.post(TASKS, other);
    frontend.clock.advance(Duration.ofDays(2));
    var late = schedule(other);

    assertThat(early.reason()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(late.get("created").asBoolean()).isTrue();
    assertThat(frontend.get("/v1/tasks/" + task(late).taskId()).json().get("json").asText())
        .isEqualTo("other");
  }

  @Test
  void aRequestThatWasNeverAcknowledgedDoesNotBringARemovedPriorityBack() {
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    frontend.post(TASKS, KEYED);
    frontend
        .put("/v1/lambdas/resize", "{\"priorities\":[\"high\"],\"defaultPriority\":\"high\"}")
        .requireOk();

    var again = frontend.post(TASKS, KEYED);

    assertThat(again.reason()).isEqualTo("PRIORITY_UNKNOWN");
    assertThat(frontend.get(TASKS).json().get("tasks")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"deadline\":\"2026-03-01T13:00:00Z\" | deadline",
        "\"scheduledAt\":\"2026-03-01T12:30:00Z\" | scheduledAt",
        "\"priority\":\"normal\" | priority",
        "\"json\":\"longer than ten bytes\" | json",
      })
  void aRepetitionIsAnsweredThoughTheRequestWouldBeRefusedToday(String field, String violated) {
    var body = "{\"idempotencyKey\":\"%s\"," + field + "}";
    var first = schedule(body.formatted("k"));
    finish(first);
    frontend.clock.advance(Duration.ofDays(2));
    frontend
        .put(
            "/v1/lambdas/resize",
            "{\"priorities\":[\"high\"],\"defaultPriority\":\"high\",\"payloadBytesMax\":10}")
        .requireOk();

    var again = schedule(body.formatted("k"));
    var batch =
        frontend.post(TASKS + ":batch", "{\"tasks\":[" + body.formatted("k") + "]}").requireOk();
    var fresh = frontend.post(TASKS, body.formatted("another"));
    var other =
        frontend.post(TASKS, "{\"idempotencyKey\":\"k\",\"collection\":\"other\"," + field + "}");

    assertThat(again.get("created").asBoolean()).isFalse();
    assertThat(again.get("taskId")).isEqualTo(first.get("taskId"));
    assertThat(again.get("scheduledAt")).isEqualTo(first.get("scheduledAt"));
    assertThat(batch.json().get("results").get(0).get("taskId")).isEqualTo(first.get("taskId"));
    assertThat(fresh.violatedFields()).isEqualTo(violated);
    assertThat(other.violatedFields()).isEqualTo(violated);
  }

  @Test
  void aRefusedRequestThatWasNeverAcknowledgedStaysRefused() {
    var body = "{\"idempotencyKey\":\"k\",\"deadline\":\"2026-03-01T13:00:00Z\"}";
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    frontend.post(TASKS, body);
    frontend.clock.advance(Duration.ofHours(2));

    var again = frontend.post(TASKS, body);

    assertThat(again.violatedFields()).isEqualTo("deadline");
    assertThat(frontend.get(TASKS).json().get("tasks")).isEmpty();
  }

  @Test
  @Tag("E1.2")
  void aReplyThatTheStoreLostIsFoundWithinTheCall() {
    frontend.line.failNext(Fault.REPLY_LOST, Fault.NONE, Fault.REPLY_LOST, Fault.NONE);

    var answer = schedule("{\"json\":1}");

    assertThat(answer.get("created").asBoolean()).isTrue();
    assertThat(frontend.get(TASKS).json().get("tasks")).hasSize(1);
  }

  @Test
  void aRequestThatTheStoreNeverGotIsSentAgain() {
    frontend.line.failNext(Fault.REQUEST_LOST, Fault.NONE, Fault.REQUEST_LOST, Fault.NONE);

    assertThat(schedule(KEYED).get("created").asBoolean()).isTrue();
  }

  @Test
  void aLostReplyNeverMakesTwoCallersTheCreator() {
    frontend.line.failNext(Fault.NONE, Fault.REPLY_LOST, Fault.NONE);

    var first = schedule(KEYED);
    var second = schedule(KEYED);

    assertThat(first.get("taskId")).isEqualTo(second.get("taskId"));
    assertThat(second.get("created").asBoolean()).isFalse();
  }

  private JsonNode schedule(String body) {
    return frontend.post(TASKS, body).requireOk().json();
  }

  private Association task(JsonNode answer) {
    return frontend.association(answer.get("taskId").asText());
  }

  private void finish(JsonNode answer) {
    var task = task(answer);
    var lambda = LambdaDefinition.withDefaults(task.header().lambda(), frontend.clock.instant());
    var outcome = Outcome.failure("", FrameworkFailure.DEADLINE_EXCEEDED.because("test"));
    frontend.store.apply(
        Transitions.giveUp(
            task.taskId(), task.epoch(), outcome, Ending.at(frontend.clock.instant(), lambda)));
  }
}
