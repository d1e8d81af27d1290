package dev.atf.frontend.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.v1.ExplainTaskRequest;
import dev.atf.store.ConsumerNote;
import dev.atf.store.MemberRegistry;
import dev.atf.store.RunningPermits.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that ExplainTask finds the facts. */
final class ExplainTaskTest {
  private static int lastLambda;
  private static TestFrontend frontend;
  private static Pipeline pipeline;
  private String lambda = "";

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
    lambda = "mail-" + ++lastLambda;
    frontend
        .put("/v1/lambdas/" + lambda, "{\"maxRunning\":1,\"shards\":2,\"dispatchRate\":10}")
        .requireOk();
  }

  @Test
  void aBacklogIsCountedAndItsRateIsSummedUp() {
    for (int i = 0; i < 3; i++) {
      schedule("{}");
    }
    frontend.clock.advance(Duration.ofSeconds(1));
    schedule("{\"priority\":\"high\"}");
    var taskId = schedule("{}");
    frontend.clock.advance(Duration.ofSeconds(1));
    schedule("{}");
    worker("host-a", "waiting=3 handedOut=120 askedAgo=0");
    rate("consumer-1", "releasedPerSecond=0.25");
    rate("consumer-2", "releasedPerSecond=0.25");

    var explained = explain(taskId);

    assertThat(explained.get("tasksAhead").asInt()).isEqualTo(3);
    assertThat(explained.get("releasedPerSecond").asDouble()).isEqualTo(0.5);
    assertThat(explained.get("queued").asInt()).isZero();
    assertThat(explained.get("controllers").asInt()).isEqualTo(1);
    assertThat(explained.has("controllerSeenAt")).isTrue();
    assertThat(explained.get("maxAttempts").asInt()).isEqualTo(10);
    assertThat(explained.get("summary").asText()).contains("3 are due before it", "about 6 s");
    assertThat(codes(explained)).containsExactly("WAITS_FOR_RELEASE");
  }

  @Test
  void noTaskIsCalledTheNextWhileNoStoreConsumerReports() {
    var taskId = schedule("{}");
    worker("host-a", "waiting=3 handedOut=120 askedAgo=0");
    frontend.beatStoreConsumer(frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS));
    frontend.clock.advance(Duration.ofSeconds(30));
    var reports = explain(taskId);

    frontend.clock.advance(Duration.ofSeconds(45));
    worker("host-a", "waiting=3 handedOut=120 askedAgo=0");
    var silent = explain(taskId);
    frontend.members.leave(MemberRegistry.STORE_CONSUMERS, "consumer-1");
    var unknown = explain(taskId);

    frontend.beatStoreConsumer(Instant.parse("9999-01-01T00:00:00Z"));
    assertThat(codes(reports)).containsExactly("WAITS_FOR_RELEASE");
    assertThat(codes(silent)).containsExactly("STORE_CONSUMERS_SILENT", "WAITS_FOR_RELEASE");
    assertThat(silent.get("summary").asText())
        .contains("No store consumer has reported for 1 min 15 s", "start the store consumers");
    assertThat(silent.toString()).doesNotContain("next to be released");
    assertThat(unknown.get("summary").asText()).contains("No store consumer is known");
  }

  @Test
  void storeConsumerThatReportsEveryFiveMinutesIsNotSilentBetweenItsReports() {
    var taskId = schedule("{}");
    worker("host-a", "waiting=3 handedOut=120 askedAgo=0");
    var reportedAt = frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
    frontend.members.beat(
        MemberRegistry.STORE_CONSUMERS,
        "consumer-1",
        new ConsumerNote("http://10.0.0.7:8083", true, Duration.ofMinutes(10)).text(),
        reportedAt,
        reportedAt);

    frontend.clock.advance(Duration.ofMinutes(5));
    worker("host-a", "waiting=3 handedOut=120 askedAgo=0");
    var between = explain(taskId);
    frontend.clock.advance(Duration.ofMinutes(5));
    worker("host-a", "waiting=3 handedOut=120 askedAgo=0");
    var gone = explain(taskId);

    frontend.beatStoreConsumer(Instant.parse("9999-01-01T00:00:00Z"));
    assertThat(codes(between)).containsExactly("WAITS_FOR_RELEASE");
    assertThat(codes(gone)).containsExactly("STORE_CONSUMERS_SILENT", "WAITS_FOR_RELEASE");
  }

  @Test
  void droppedTaskNamesTheGateOfItsCollection() {
    var taskId = schedule("{\"collection\":\"marketing\"}");
    frontend
        .post(
            "/v1/lambdas/" + lambda + ":setGate",
            "{\"state\":\"DROPPING\",\"collection\":\"marketing\"}")
        .requireOk();
    pipeline.drop(taskId);

    assertThat(explain(taskId).get("summary").asText())
        .contains(
            "`./atf lambda resume --collection marketing " + lambda + "`",
            "`./atf dead redrive " + lambda + " " + taskId + "`");
  }

  @Test
  void executorsThatTheirControllerRefusesAreNamedAsTheCause() {
    var taskId = schedule("{}");
    worker("host-a", "refused=31");

    var explained = explain(taskId);

    assertThat(codes(explained)).contains("NO_WORKER");
    assertThat(explained.toString())
        .contains(
            "executors of lambda "
                + lambda
                + " ask for its work, and their controller refuses them: host-a does not serve it",
            "Add lambda " + lambda + " to the setting `lambdas` of that controller.");
    assertThat(explained.path("controllers").asInt()).isZero();
  }

  @Test
  void aPausedTaskTellsByWhomAndWhy() {
    frontend
        .post(
            "/v1/lambdas/" + lambda + ":setGate",
            """
            {"state":"PAUSED","collection":"marketing","by":"ops","reason":"provider down"}\
            """)
        .requireOk();
    var taskId = schedule("{\"collection\":\"marketing\"}");
    pipeline.hold(taskId);

    var explained = explain(taskId);

    assertThat(explained.get("summary").asText()).contains("marketing", "ops", "provider down");
    assertThat(codes(explained)).startsWith("COLLECTION_PAUSED", "NO_WORKER");
    var overGrpc =
        frontend.tasks().explainTask(ExplainTaskRequest.newBuilder().setTaskId(taskId).build());
    assertThat(overGrpc.getReasons(0).getCode()).isEqualTo("COLLECTION_PAUSED");
    assertThat(overGrpc.getReasons(0).hasSince()).isTrue();
  }

  @Test
  void aReleasedTaskOfAFullLambdaTellsBoth() {
    var taskId = schedule("{}");
    pipeline.release(taskId);
    worker("host-a", "askedAgo=1");
    var other =
        new Attempt(new TaskRef(new TaskId("f".repeat(32)), 1), new ClaimId("0123456789abcdef"));
    frontend.permits.take(Scope.of(new LambdaName(lambda)), other, 1, frontend.clock.instant());

    var explained = explain(taskId);

    assertThat(explained.get("status").asText()).isEqualTo("ENQUEUED");
    assertThat(codes(explained)).containsExactly("LAMBDA_FULL", "WAITS_IN_QUEUE");
  }

  @Test
  void aTaskOfAFullKeyTellsHowManyOfItRun() {
    frontend
        .put("/v1/lambdas/" + lambda, "{\"shards\":2,\"fairness\":{\"runningMaxPerKey\":1}}")
        .requireOk();
    var taskId = schedule("{\"fairnessKey\":\"acme\"}");
    worker("host-a", "askedAgo=1");
    var other =
        new Attempt(new TaskRef(new TaskId("f".repeat(32)), 1), new ClaimId("0123456789abcdef"));
    var key = new Scope(new LambdaName(lambda), new FairnessKey("acme").group());
    frontend.permits.take(key, other, 1, frontend.clock.instant());

    var explained = explain(taskId);

    assertThat(explained.get("status").asText()).isEqualTo("NEW");
    assertThat(codes(explained)).startsWith("KEY_FULL", "WAITS_FOR_RELEASE");
  }

  @Test
  void aRunningAndAFinishedTaskAreExplained() {
    var taskId = schedule("{}");
    var attempt = pipeline.run(taskId);
    var running = explain(taskId);
    frontend.clock.advance(Pipeline.LEASE);
    var expired = explain(taskId);
    pipeline.succeed(attempt, Outcome.success("d", Payload.EMPTY));
    var done = explain(taskId);

    assertThat(codes(running)).containsExactly("RUNNING");
    assertThat(running.get("attempt").asInt()).isEqualTo(1);
    assertThat(running.has("controllers")).isFalse();
    assertThat(codes(expired)).containsExactly("LEASE_EXPIRED");
    assertThat(codes(done)).containsExactly("SUCCEEDED");
  }

  @Test
  void theTasksThatHoldTheSlotsAreNamed() {
    var running = schedule("{}");
    pipeline.run(running);
    var taskId = schedule("{}");
    frontend.clock.advance(Duration.ofSeconds(177));
    worker("host-a", "waiting=0 handedOut=1 running=1 askedAgo=177");

    var explained = explain(taskId);

    assertThat(codes(explained)).contains("WORKERS_BUSY").doesNotContain("NO_WORKER");
    assertThat(explained.get("summary").asText())
        .contains("the longest for 2 min 57 s: task " + running, "`./atf explain " + running + "`");
  }

  @Test
  void longestTaskIsOneOfThoseThatWereRead() {
    var running = schedule("{}");
    pipeline.run(running);
    var taskId = schedule("{}");
    frontend.clock.advance(Duration.ofSeconds(177));
    worker("host-a", "waiting=0 handedOut=150 running=150 askedAgo=177");

    assertThat(explain(taskId).get("summary").asText())
        .contains(
            "the longest for 2 min 57 s among 1 task that was read: task " + running,
            "and 149 more");
  }

  @Test
  void aQueueThatDoesNotAnswerLeavesTheRest() {
    try (var other = new TestFrontend()) {
      other.registered("mail");
      var taskId = other.post("/v1/lambdas/mail/tasks", "{}").json().get("taskId").asText();
      other.switchedQueue.switchOff();

      var explained = other.get("/v1/tasks/" + taskId + ":explain").requireOk().json();

      assertThat(explained.has("queued")).isFalse();
      assertThat(codes(explained)).contains("WAITS_FOR_RELEASE");
    }
  }

  @Test
  void anUnknownTaskIsNotFound() {
    assertThat(frontend.get("/v1/tasks/" + "0".repeat(32) + ":explain").reason())
        .isEqualTo("TASK_NOT_FOUND");
  }

  private void worker(String controller, String note) {
    var now = frontend.clock.instant();
    frontend.members.beat("workers/" + lambda, controller, note, now, now);
  }

  private void rate(String consumer, String note) {
    var now = frontend.clock.instant();
    frontend.members.beat("rate/" + lambda + "/normal", consumer, note, now, now);
  }

  private String schedule(String body) {
    return frontend
        .post("/v1/lambdas/" + lambda + "/tasks", body)
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  private static JsonNode explain(String taskId) {
    return frontend.get("/v1/tasks/" + taskId + ":explain").requireOk().json();
  }

  private static List<String> codes(JsonNode explained) {
    var codes = new ArrayList<String>();
    explained.get("reasons").forEach(reason -> codes.add(reason.get("code").asText()));
    return codes;
  }
}
