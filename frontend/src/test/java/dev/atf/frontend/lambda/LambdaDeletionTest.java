package dev.atf.frontend.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskMessage;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Closes and deletes lambdas, but no lambda that has tasks or could still get one. */
final class LambdaDeletionTest {
  private static final Duration CLOSING = LambdaDeletion.closingTime(FrontendConfig.DEFAULTS);
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
    lambda = "old-" + ++lastLambda;
    frontend.registered(lambda);
  }

  @Test
  @Tag("B25")
  void aLambdaWithTasksIsNeitherDeletedNorClosed() {
    var taskId = schedule();

    var refused =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                frontend
                    .registry()
                    .deleteLambda(DeleteLambdaRequest.newBuilder().setLambda(lambda).build()));

    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(RpcErrors.reasonOf(refused)).contains(ErrorReason.LAMBDA_NOT_EMPTY);
    assertThat(refused.getMessage()).contains("1 unfinished tasks");
    assertThat(delete().reason()).isEqualTo("LAMBDA_NOT_EMPTY");
    pipeline.run(taskId);
    assertThat(delete().reason()).isEqualTo("LAMBDA_NOT_EMPTY");
    assertThat(schedule()).isNotEmpty();
  }

  @Test
  @Tag("F21")
  void tasksThatAGateHoldsCount() {
    var path = "/v1/lambdas/" + lambda;
    frontend.post(path + ":setGate", "{\"state\":\"PAUSED\",\"collection\":\"c\"}").requireOk();
    var taskId =
        frontend.post(path + "/tasks", "{\"collection\":\"c\"}").json().get("taskId").asText();
    pipeline.hold(taskId);

    assertThat(delete().reason()).isEqualTo("LAMBDA_NOT_EMPTY");
  }

  @Test
  @Tag("P8")
  void aLambdaThatALaterStepOfALiveJobNeedsIsNotDeleted() {
    var other = frontend.registered(lambda + "-first").value();
    var undo = frontend.registered(lambda + "-undo").value();
    var job =
        "{\"name\":\"j\",\"steps\":[{\"name\":\"one\",\"lambda\":\"%s\"},"
            + "{\"name\":\"two\",\"lambda\":\"%s\",\"after\":[\"one\"],"
            + "\"compensation\":{\"lambda\":\"%s\"}}]}";
    frontend.post("/v1/jobs", job.formatted(other, lambda, undo)).requireOk();

    var refused = delete();
    var compensating = frontend.delete("/v1/lambdas/" + undo);

    assertThat(refused.reason()).isEqualTo("LAMBDA_NOT_EMPTY");
    assertThat(refused.body()).contains("has steps in job j of lambda " + other);
    assertThat(compensating.reason()).isEqualTo("LAMBDA_NOT_EMPTY");
  }

  @Test
  @Tag("P8")
  void aLambdaWithTasksThatWaitForTheirTurnIsNotDeleted() {
    var tasks = "/v1/lambdas/" + lambda + "/tasks";
    var first =
        frontend.post(tasks, "{\"orderingKey\":\"k\"}").requireOk().json().get("taskId").asText();
    frontend.post(tasks, "{\"orderingKey\":\"k\"}").requireOk();
    frontend.post("/v1/tasks/" + first + ":cancel", "{}").requireOk();

    assertThat(delete().body()).contains("wait for the turn of their ordering key");
  }

  @Test
  void anEmptyOneIsClosedThenDeletedWhenEverybodyMustKnow() {
    var first = delete();
    var schedule = frontend.post("/v1/lambdas/" + lambda + "/tasks", "{}");
    var batch = frontend.post("/v1/lambdas/" + lambda + "/tasks:batch", "{\"tasks\":[{}]}");
    var redrive = frontend.post("/v1/lambdas/" + lambda + "/tasks:redrive", "{}");
    frontend.clock.advance(CLOSING.minusMillis(1_001));
    var early = delete();
    frontend.clock.advance(Duration.ofMillis(1_001));
    var last = delete();

    assertThat(first.status()).isEqualTo(400);
    assertThat(first.reason()).isEqualTo("LAMBDA_CLOSING");
    assertThat(first.body()).contains("\"retryDelay\":\"%ds\"".formatted(CLOSING.toSeconds()));
    assertThat(schedule.reason()).isEqualTo("LAMBDA_CLOSING");
    assertThat(batch.reason()).isEqualTo("LAMBDA_CLOSING");
    assertThat(redrive.reason()).isEqualTo("LAMBDA_CLOSING");
    assertThat(early.reason()).isEqualTo("LAMBDA_CLOSING");
    assertThat(early.body()).contains("\"retryDelay\":\"1.001s\"");
    assertThat(last.requireOk().json()).isEmpty();
    assertThat(frontend.get("/v1/lambdas/" + lambda).reason()).isEqualTo("LAMBDA_NOT_FOUND");
    assertThat(delete().reason()).isEqualTo("LAMBDA_NOT_FOUND");
  }

  @Test
  void theClosingTimeCoversTheCacheACallItsLastWriteTheIndexAndTheClocks() {
    assertThat(CLOSING)
        .isGreaterThanOrEqualTo(
            FrontendTuning.DEFAULTS
                .lambdaCacheAge()
                .plus(FrontendConfig.DEFAULTS.server().requestTimeout())
                .plus(FrontendConfig.DEFAULTS.store().client().callTimeout())
                .plus(LambdaDeletion.INDEX_LAG_MAX)
                .plus(LeaseTimes.DEFAULT.clockErrorMax().multipliedBy(2)));
  }

  @Test
  @Tag("F21")
  void aTaskThatCameInWhileItWasClosedKeepsIt() {
    delete();
    // A frontend that did not yet know of the closing has written it.
    frontend.lambdas.put(definition().withClosedAt(null), java.util.Optional.of(definition()));
    frontend.clock.advance(FrontendTuning.DEFAULTS.lambdaCacheAge());
    var taskId = schedule();
    frontend.lambdas.put(
        definition().withClosedAt(frontend.clock.instant()), java.util.Optional.of(definition()));
    frontend.clock.advance(CLOSING.plusMillis(1));

    var refused = delete();
    pipeline.giveUp(taskId);
    var done = delete();

    assertThat(refused.reason()).isEqualTo("LAMBDA_NOT_EMPTY");
    done.requireOk();
    // The dead letter does not prevent the deletion, and can still be read.
    var task = frontend.get("/v1/tasks/" + taskId).requireOk().json();
    assertThat(task.get("status").asText()).isEqualTo("FATAL_FAILURE");
  }

  @Test
  void registeringItAgainOpensIt() {
    delete();
    assertThat(frontend.get("/v1/lambdas/" + lambda).json().has("closedAt")).isTrue();

    frontend.registered(lambda);
    frontend.clock.advance(CLOSING);

    assertThat(schedule()).isNotEmpty();
    assertThat(frontend.get("/v1/lambdas/" + lambda).json().has("closedAt")).isFalse();
    assertThat(delete().reason()).isEqualTo("LAMBDA_NOT_EMPTY");
  }

  @Test
  void itsQueuesAndGatesGoWithIt() {
    frontend.post("/v1/lambdas/" + lambda + ":setGate", "{\"state\":\"PAUSED\"}").requireOk();
    delete();
    frontend.clock.advance(CLOSING);

    delete().requireOk();

    assertThatThrownBy(() -> frontend.queue.depth(queue()))
        .isInstanceOf(QueueUnavailableException.class);
    assertThat(frontend.gates.read().of(new LambdaName(lambda))).isEmpty();
  }

  @Test
  void aNewLambdaOfTheNameBeginsWithoutTheGatesOfTheOld() {
    frontend.gates.put(
        new dev.atf.model.lambda.Gate(
            new LambdaName("reborn"),
            null,
            GateState.PAUSED,
            null,
            "",
            "",
            frontend.clock.instant()));

    frontend.registered("reborn");

    assertThat(frontend.gates.read().of(new LambdaName("reborn"))).isEmpty();
  }

  @Test
  void referencesOfTasksThatWereCancelledDoNotKeepIt() {
    var taskId = schedule();
    pipeline.release(taskId);
    frontend.queue.push(queue(), List.of(TaskMessage.of(new TaskRef(new TaskId(taskId), 1))));

    var refused = delete();
    frontend.post("/v1/tasks/" + taskId + ":cancel", "{}").requireOk();
    var closing = delete();
    frontend.clock.advance(CLOSING);

    assertThat(refused.reason()).isEqualTo("LAMBDA_NOT_EMPTY");
    assertThat(closing.reason()).isEqualTo("LAMBDA_CLOSING");
    assertThat(frontend.queue.depth(queue())).isOne();
    delete().requireOk();
  }

  @Test
  void lambdaIsDeletedThoughDeletingItsGatesFails() {
    frontend.post("/v1/lambdas/" + lambda + ":setGate", "{\"state\":\"PAUSED\"}").requireOk();
    delete();
    frontend.clock.advance(CLOSING);
    frontend.gateLine.failDeletions(true);

    var deleted = delete();
    frontend.gateLine.failDeletions(false);

    deleted.requireOk();
    assertThatThrownBy(() -> frontend.queue.depth(queue()))
        .isInstanceOf(QueueUnavailableException.class);
    frontend.registered(lambda);
    assertThat(frontend.gates.read().of(new LambdaName(lambda))).isEmpty();
  }

  @Test
  void aLambdaThatIsRegisteredAgainDuringItsDeletionKeepsItsGatesAndQueues() {
    var setGate = "/v1/lambdas/" + lambda + ":setGate";
    frontend.post(setGate, "{\"state\":\"PAUSED\"}").requireOk();
    delete();
    frontend.clock.advance(CLOSING);
    frontend.gateLine.beforeNextDelete(
        () -> {
          frontend.registered(lambda);
          frontend.post(setGate, "{\"state\":\"PAUSED\"}").requireOk();
        });

    delete().requireOk();

    assertThat(frontend.gates.read().of(new LambdaName(lambda))).hasSize(1);
    assertThat(frontend.queue.depth(queue())).isZero();
  }

  @Test
  void deletedLambdaIsKeptForThoseWhoLookForItsTasksForADay() {
    deleteWhole();
    assertThat(deletedLambdas()).contains(lambda);

    frontend.clock.advance(Duration.ofDays(1));
    var first = lambda;
    register();
    deleteWhole();

    assertThat(deletedLambdas()).contains(lambda).doesNotContain(first);
  }

  @Test
  void registeringItAnewDoesNotStrandWhatShowedUpAfterItsDeletion() {
    frontend.put("/v1/lambdas/" + lambda, "{\"shards\":2}").requireOk();
    deleteWhole();
    var stray =
        new TaskHeader(
            new TaskId("1".repeat(32)),
            new LambdaName(lambda),
            new Priority("normal"),
            null,
            1,
            frontend.clock.instant(),
            frontend.clock.instant(),
            frontend.clock.instant().plusSeconds(60),
            null);
    frontend.store.create(Association.scheduled(stray));

    var narrow = frontend.put("/v1/lambdas/" + lambda, "{}");
    var wide = frontend.put("/v1/lambdas/" + lambda, "{\"shards\":2}");

    assertThat(narrow.reason()).isEqualTo("SHARDS_LOWERED");
    wide.requireOk();
    assertThat(deletedLambdas()).doesNotContain(lambda);
  }

  private void deleteWhole() {
    delete();
    frontend.clock.advance(CLOSING);
    delete().requireOk();
  }

  private static List<String> deletedLambdas() {
    return frontend.lambdas.deleted().stream().map(one -> one.lambda().name().value()).toList();
  }

  @Test
  void schedulingOnAClosingLambdaHasNoRetryDelay() {
    delete();

    var refused = frontend.post("/v1/lambdas/" + lambda + "/tasks", "{}");

    assertThat(refused.reason()).isEqualTo("LAMBDA_CLOSING");
    assertThat(refused.body()).doesNotContain("retryDelay");
  }

  @Test
  void aGateThatIsSetBetweenTwoFirstRegistrationsStays() {
    var name = "twice-at-once";
    frontend.switchedQueue.beforeNextEnsure(
        () -> {
          frontend.registered(name);
          frontend.post("/v1/lambdas/" + name + ":setGate", "{\"state\":\"PAUSED\"}").requireOk();
        });

    frontend.registered(name);

    assertThat(frontend.gates.read().of(new LambdaName(name))).hasSize(1);
  }

  @Test
  void queuesThatOthersMadeStay() {
    try (var other = new TestFrontend(false)) {
      for (var priority : List.of("high", "normal", "low")) {
        other.queue.ensure(new QueueName(new LambdaName("old"), new Priority(priority)));
      }
      other.registered("old");
      other.delete("/v1/lambdas/old");
      other.clock.advance(CLOSING);

      other.delete("/v1/lambdas/old").requireOk();

      assertThat(other.queue.depth(new QueueName(new LambdaName("old"), new Priority("normal"))))
          .isZero();
    }
  }

  private dev.atf.model.lambda.LambdaDefinition definition() {
    return frontend.lambdas.find(new LambdaName(lambda)).orElseThrow();
  }

  private QueueName queue() {
    return new QueueName(new LambdaName(lambda), new Priority("normal"));
  }

  private Answer delete() {
    return frontend.delete("/v1/lambdas/" + lambda);
  }

  private String schedule() {
    return frontend
        .post("/v1/lambdas/" + lambda + "/tasks", "{}")
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }
}
