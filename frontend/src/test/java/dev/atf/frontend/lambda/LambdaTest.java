package dev.atf.frontend.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskMessage;
import dev.atf.validation.LambdaCodec;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Registering, changing and reading lambdas. */
final class LambdaTest {
  private final TestFrontend frontend = new TestFrontend();

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void absentMeansTheDefault() {
    var lambda = frontend.put("/v1/lambdas/resize", "{\"retry\":{}}").requireOk().json();

    assertThat(lambda.get("priorities").toString()).isEqualTo("[\"high\",\"normal\",\"low\"]");
    assertThat(lambda.get("defaultPriority").asText()).isEqualTo("normal");
    assertThat(lambda.get("retry").get("maxAttempts").asInt()).isEqualTo(10);
    assertThat(lambda.get("retry").get("maxBackoff").asText()).isEqualTo("900s");
    assertThat(lambda.get("retry").get("multiplier").toString()).isEqualTo("2");
    assertThat(lambda.get("retry").get("budgetRatio").asDouble()).isEqualTo(0.2);
    assertThat(lambda.get("retry").get("budgetPerSecond").asDouble()).isEqualTo(10);
    assertThat(lambda.get("shards").asInt()).isEqualTo(1);
    assertThat(lambda.get("payloadBytesMax").asInt()).isEqualTo(256 * 1024);
    assertThat(lambda.get("retention").asText()).isEqualTo("604800s");
    assertThat(lambda.get("history").asText()).isEqualTo("FAILURES");
    assertThat(lambda.get("dispatch").asText()).isEqualTo("EXPRESS");
    assertThat(lambda.has("leaseTimeout")).isFalse();
  }

  @Test
  void writingBackAnUnchangedLambdaChangesNothing() {
    frontend
        .put(
            "/v1/lambdas/resize",
            """
            {"owner":"images","priorities":["a","b"],"defaultPriority":"b","leaseTimeout":"60s",
             "shards":2,"needs":["mem-64g","gpu"],"retry":{"maxAttempts":3,"initialBackoff":"0.5s","budgetRatio":0.5}}\
            """)
        .requireOk();
    var read = frontend.get("/v1/lambdas/resize").requireOk();
    frontend.clock.advance(Duration.ofMinutes(1));

    var again = frontend.put("/v1/lambdas/resize", read.body()).requireOk().json();

    assertThat(again.get("updatedAt")).isEqualTo(read.json().get("updatedAt"));
    assertThat(again.get("leaseTimeout").asText()).isEqualTo("60s");
    assertThat(again.get("needs").toString()).isEqualTo("[\"mem-64g\",\"gpu\"]");
    assertThat(again.get("retry").get("initialBackoff").asText()).isEqualTo("0.500s");
    assertThat(again.get("retry").get("budgetRatio").asDouble()).isEqualTo(0.5);
  }

  @Test
  void registeringCreatesTheQueues() {
    frontend.registered("resize");

    assertThat(frontend.queue.depth(queue("resize", "normal"))).isZero();
  }

  @Test
  void registrationNeedsQueuesWhenOthersCreateThem() {
    try (var other = new TestFrontend(false)) {
      var early = other.put("/v1/lambdas/resize", "{}");
      assertThat(early.status()).isEqualTo(400);
      assertThat(early.reason()).isEqualTo("QUEUE_MISSING");
      assertThat(other.lambdas.find(new LambdaName("resize"))).isEmpty();
      Assertions.assertThatThrownBy(() -> other.queue.depth(queue("resize", "normal")))
          .isInstanceOf(QueueUnavailableException.class);

      for (var priority : List.of("high", "normal", "low")) {
        other.queue.ensure(queue("resize", priority));
      }

      other.registered("resize");
    }
  }

  @Test
  void withoutItsQueuesALambdaIsNotRegistered() {
    frontend.switchedQueue.switchOff();

    var answer = frontend.put("/v1/lambdas/resize", "{}");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.reason()).isEqualTo("QUEUE_UNAVAILABLE");
    assertThat(frontend.lambdas.find(new LambdaName("resize"))).isEmpty();
  }

  @Test
  void aRegistrationRepeatsWhatSlowQueuesDidNotAnswer() {
    frontend.switchedQueue.failNextEnsures(3);

    var answer = frontend.put("/v1/lambdas/resize", "{}");

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    for (var priority : List.of("high", "normal", "low")) {
      assertThat(frontend.queue.depth(queue("resize", priority))).isZero();
    }
  }

  @Test
  void aRegistrationGivesUpQueuesThatNeverAnswer() {
    frontend.switchedQueue.failNextEnsures(4);

    var refused = frontend.put("/v1/lambdas/resize", "{}");
    var later = frontend.put("/v1/lambdas/resize", "{}");

    assertThat(refused.reason()).isEqualTo("QUEUE_UNAVAILABLE");
    assertThat(later.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"leaseTimeout\":\"10s\"} | leaseTimeout",
        "{\"canary\":{\"json\":[1,2,3]},\"payloadBytesMax\":6} | canary",
        "{\"canary\":{\"often\":true},\"shards\":-1} | canary.often",
        "{\"shards\":-1,\"retry\":{\"maxAttempts\":-1}} | retry.maxAttempts,shards",
      })
  void reportsInvalidFields(String body, String fields) {
    var answer = frontend.put("/v1/lambdas/resize", body);

    assertThat(answer.status()).describedAs(answer.body()).isEqualTo(400);
    assertThat(answer.violatedFields()).isEqualTo(fields);
    assertThat(frontend.lambdas.find(new LambdaName("resize"))).isEmpty();
  }

  @Test
  void aNameIsRefusedAsNameWhereItIsOne() {
    assertThat(frontend.put("/v1/lambdas/UPPER", "{}").violatedFields()).isEqualTo("name");
    assertThat(frontend.put("/v1/lambdas/" + "a".repeat(65), "{}").violatedFields())
        .isEqualTo("name");
    assertThat(frontend.put("/v1/lambdas/" + "a".repeat(64), "{}").status()).isEqualTo(200);
  }

  @Test
  void shardsAreOnlyEverRaised() {
    frontend.put("/v1/lambdas/resize", "{\"shards\":2}").requireOk();

    var lowered = frontend.put("/v1/lambdas/resize", "{\"shards\":1}");
    var raised = frontend.put("/v1/lambdas/resize", "{\"shards\":3}");

    assertThat(lowered.reason()).isEqualTo("SHARDS_LOWERED");
    assertThat(raised.status()).isEqualTo(200);
  }

  @Test
  void aPriorityGoesOnlyWithoutUnfinishedTasks() {
    frontend.registered("resize");
    var taskId =
        frontend
            .post("/v1/lambdas/resize/tasks", "{\"priority\":\"low\"}")
            .json()
            .get("taskId")
            .asText();
    var without = "{\"priorities\":[\"high\",\"normal\"],\"defaultPriority\":\"normal\"}";

    var refused = frontend.put("/v1/lambdas/resize", without);
    frontend.post("/v1/tasks/" + taskId + ":cancel", "{}").requireOk();
    var accepted = frontend.put("/v1/lambdas/resize", without);

    assertThat(refused.reason()).isEqualTo("PRIORITY_REMOVED");
    assertThat(accepted.status()).isEqualTo(200);
    assertThat(frontend.post("/v1/lambdas/resize/tasks", "{\"priority\":\"low\"}").reason())
        .isEqualTo("PRIORITY_UNKNOWN");
  }

  @Test
  void aLambdaTellsHowItFares() {
    frontend.put("/v1/lambdas/resize", "{\"shards\":3,\"dispatch\":\"POLLED\"}").requireOk();
    for (int i = 0; i < 5; i++) {
      frontend.post("/v1/lambdas/resize/tasks", "{\"priority\":\"high\"}").requireOk();
    }
    frontend.clock.advance(Duration.ofSeconds(4));
    frontend.post("/v1/lambdas/resize/tasks", "{\"delay\":\"60s\"}").requireOk();

    var live = frontend.get("/v1/lambdas/resize").requireOk().json().get("live").get("priorities");

    assertThat(live).hasSize(3);
    assertThat(live.get(0).get("pending").asInt()).isEqualTo(5);
    assertThat(live.get(0).get("oldestDueAge").asText()).isEqualTo("4s");
    assertThat(live.get(0).get("queued").asInt()).isZero();
    assertThat(live.get(1).get("pending").asInt()).isEqualTo(1);
    assertThat(live.get(1).has("oldestDueAge")).isFalse();
    assertThat(live.get(2).get("pending").asInt()).isZero();
  }

  @Test
  void tasksThatWaitInTheirQueueCountAsQueuedAndAsDue() {
    frontend.put("/v1/lambdas/resize", "{\"dispatch\":\"POLLED\"}").requireOk();
    var running =
        frontend.post("/v1/lambdas/resize/tasks", "{}").requireOk().json().get("taskId").asText();
    frontend.clock.advance(Duration.ofSeconds(2));
    var waiting =
        frontend.post("/v1/lambdas/resize/tasks", "{}").requireOk().json().get("taskId").asText();
    frontend.clock.advance(Duration.ofSeconds(3));
    var pipeline = new Pipeline(frontend);
    pipeline.run(running);
    pipeline.release(waiting);
    var queue = new QueueName(new LambdaName("resize"), new Priority("normal"));
    var reference = new TaskRef(new TaskId(waiting), 1);
    frontend.switchedQueue.push(queue, List.of(TaskMessage.of(reference)));
    frontend.switchedQueue.push(queue, List.of(TaskMessage.of(reference)));

    var normal = frontend.get("/v1/lambdas/resize").requireOk().json().at("/live/priorities/1");

    assertThat(normal.get("queued").asInt()).isEqualTo(1);
    assertThat(normal.get("oldestDueAge").asText()).isEqualTo("3s");
  }

  @Test
  void aQueueThatDoesNotAnswerLeavesTheOtherFigures() {
    frontend.registered("resize");
    frontend.post("/v1/lambdas/resize/tasks", "{}").requireOk();
    frontend.switchedQueue.switchOff();

    var live = frontend.get("/v1/lambdas/resize").requireOk().json().get("live");

    assertThat(live.get("priorities").get(1).get("pending").asInt()).isEqualTo(1);
  }

  @Test
  void allLambdasAreListedByName() {
    frontend.registered("b");
    frontend.registered("a");

    var lambdas = frontend.get("/v1/lambdas").requireOk().json().get("lambdas");

    assertThat(lambdas).extracting(lambda -> lambda.get("name").asText()).containsExactly("a", "b");
    assertThat(lambdas).noneMatch(lambda -> lambda.has("live"));
  }

  @Test
  void anUnknownLambdaIsNotFound() {
    assertThat(frontend.get("/v1/lambdas/unknown").reason()).isEqualTo("LAMBDA_NOT_FOUND");
    assertThat(frontend.get("/v1/lambdas/unknown/tasks").reason()).isEqualTo("LAMBDA_NOT_FOUND");
  }

  @Test
  void changedSettingsAreSeenWithinASecond() {
    frontend.registered("resize");
    frontend.post("/v1/lambdas/resize/tasks", "{}").requireOk();
    var present = frontend.lambdas.find(new LambdaName("resize"));
    // Another frontend changes it.
    var changed =
        LambdaCodec.definition(
            dev.atf.protocol.v1.Lambda.newBuilder().setName("resize").addPriorities("only").build(),
            Duration.ofSeconds(25),
            frontend.clock.instant());
    assertThat(frontend.lambdas.put(changed, present)).isTrue();

    frontend.clock.advance(FrontendTuning.DEFAULTS.lambdaCacheAge());

    assertThat(frontend.post("/v1/lambdas/resize/tasks", "{\"priority\":\"only\"}").status())
        .isEqualTo(200);
  }

  private static QueueName queue(String lambda, String priority) {
    return new QueueName(new LambdaName(lambda), new Priority(priority));
  }
}
