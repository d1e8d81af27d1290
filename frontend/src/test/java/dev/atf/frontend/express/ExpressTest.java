package dev.atf.frontend.express;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.settings.ExpressConfig;
import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import dev.atf.store.testing.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that are due immediately, of lambdas with the default {@code dispatch: EXPRESS}. */
final class ExpressTest {
  private static final String TASKS = "/v1/lambdas/resize/tasks";
  private static final QueueName QUEUE =
      new QueueName(new LambdaName("resize"), new Priority("normal"));

  private final TestFrontend frontend = new TestFrontend();

  @BeforeEach
  void register() {
    frontend.put("/v1/lambdas/resize", "{}").requireOk();
  }

  @AfterEach
  void stop() {
    frontend.switchedQueue.letGo();
    frontend.close();
  }

  @Test
  void aTaskThatIsDueAtOnceIsBornReadyAndPushed() {
    var taskId = schedule("{}");

    var task = frontend.association(taskId);
    var now = frontend.clock.instant();
    assertThat(task.status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(task.epoch()).isEqualTo(1);
    var trigger = Objects.requireNonNull(task.trigger());
    assertThat(trigger.alarm()).isEqualTo(Alarm.CHECK);
    assertThat(trigger.at()).isBetween(now.plusMillis(28_499), now.plusSeconds(30));
    assertThat(arrived(1)).containsExactly(new TaskRef(new TaskId(taskId), 1));
  }

  @Test
  void theAnswerDoesNotWaitForThePush() {
    frontend.switchedQueue.holdPushes();

    var taskId = schedule("{}");

    assertThat(frontend.association(taskId).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(frontend.queue.depth(QUEUE)).isZero();
    frontend.switchedQueue.letGo();
    assertThat(arrived(1)).containsExactly(new TaskRef(new TaskId(taskId), 1));
  }

  @Test
  void shutdownPushesAllAcknowledgedTasks() {
    frontend.switchedQueue.holdPushes();
    var scheduled = new ArrayList<TaskRef>();
    for (int i = 0; i < 15; i++) {
      scheduled.add(new TaskRef(new TaskId(schedule("{}")), 1));
    }

    var closing = CompletableFuture.runAsync(frontend::closeAndWait);
    frontend.switchedQueue.letGo();
    closing.join();

    assertThat(arrived(15)).containsExactlyInAnyOrderElementsOf(scheduled);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"dispatch\":\"POLLED\"} | {}",
        "{\"dispatchRate\":5} | {}",
        "{} | {\"delay\":\"1s\"}",
      })
  void ineligibleTasksGoThroughTheStore(String lambda, String task) {
    frontend.put("/v1/lambdas/resize", lambda).requireOk();

    assertThat(frontend.association(schedule(task)).status()).isEqualTo(TaskStatus.NEW);
  }

  @ParameterizedTest
  @CsvSource({"PAUSED,''", "DROPPING,''", "PAUSED,news", "DROPPING,news"})
  void aTaskBehindAClosedGateGoesByWayOfTheStore(String state, String collection) {
    schedule("{\"collection\":\"news\"}");
    frontend
        .post(
            "/v1/lambdas/resize:setGate",
            "{\"state\":\"%s\",\"collection\":\"%s\"}".formatted(state, collection))
        .requireOk();

    var gated = frontend.association(schedule("{\"collection\":\"news\"}"));

    assertThat(gated.status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  void whileTheGatesCannotBeReadTasksGoByWayOfTheStore() {
    frontend.gateLine.failReads(true);

    assertThat(frontend.association(schedule("{}")).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  void aRefusedPushTakesTheAlarmForwardAndLaterTasksGoByWayOfTheStore() {
    frontend.switchedQueue.switchOff();

    var taskId = schedule("{}");

    await().until(() -> frontend.association(taskId).pushes() == -1);
    assertThat(Objects.requireNonNull(frontend.association(taskId).trigger()).at())
        .isBefore(frontend.clock.instant().plusSeconds(3));
    assertThat(frontend.association(schedule("{}")).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  void aQueueThatAnswersAgainIsPushedToAgain() {
    frontend.switchedQueue.switchOff();
    var refused = schedule("{}");
    await().until(() -> frontend.association(refused).pushes() == -1);
    frontend.switchedQueue.switchOn();

    await()
        .until(
            () -> {
              frontend.clock.advance(Duration.ofMillis(100));
              return frontend.association(schedule("{}")).status() == TaskStatus.ENQUEUED;
            });
  }

  @Test
  void tasksGoByWayOfTheStoreWhenTheQueueIsFull() {
    var random = new Random(1);
    for (int i = 0; i < ExpressConfig.DEFAULTS.queueDepthMax(); i++) {
      frontend.queue.push(QUEUE, List.of(TaskMessage.of(new TaskRef(TaskId.random(random), 1))));
    }

    await().until(() -> frontend.association(schedule("{}")).status() == TaskStatus.NEW);

    assertThat(frontend.queue.depth(QUEUE))
        .isLessThanOrEqualTo(ExpressConfig.DEFAULTS.queueDepthMax() + ExpressQueue.UNKNOWN_ROOM);
  }

  @Test
  void aRepetitionUnderTheSameKeyPushesNothing() {
    var first = schedule("{\"idempotencyKey\":\"a\"}");
    var again = schedule("{\"idempotencyKey\":\"a\"}");
    var another = schedule("{\"idempotencyKey\":\"b\"}");

    assertThat(again).isEqualTo(first);
    // References arrive in order, so a push by the repetition would precede the last one.
    assertThat(arrived(2))
        .extracting(ref -> ref.taskId().value())
        .containsExactlyInAnyOrder(first, another);
    assertThat(frontend.queue.depth(QUEUE)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {"{}", "{\"idempotencyKey\":\"a\"}"})
  void aTaskIsPushedOnceThoughTheAnswersToItsWritesWereLost(String body) {
    frontend.line.failNext(Fault.NONE, Fault.REPLY_LOST);

    var taskId = schedule(body);

    assertThat(arrived(1)).containsExactly(new TaskRef(new TaskId(taskId), 1));
    assertThat(frontend.association(taskId).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void aTaskThatWasNotMadeIsNotPushed() {
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    assertThat(frontend.post(TASKS, "{}").status()).isEqualTo(503);

    var made = schedule("{}");

    assertThat(arrived(1)).containsExactly(new TaskRef(new TaskId(made), 1));
    assertThat(frontend.queue.depth(QUEUE)).isZero();
  }

  @Test
  void allTasksOfABatchArrive() {
    var tasks = "{},".repeat(99) + "{}";

    var results = frontend.post(TASKS + ":batch", "{\"tasks\":[" + tasks + "]}").requireOk().json();

    var expected = new ArrayList<TaskRef>();
    for (var result : results.get("results")) {
      var task = association(result.get("taskId").asText());
      if (task.status() == TaskStatus.ENQUEUED) {
        expected.add(task.ref());
      }
    }
    assertThat(expected).hasSizeGreaterThanOrEqualTo(ExpressQueue.UNKNOWN_ROOM);
    assertThat(arrived(expected.size())).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aTaskThatWaitsInItsQueueIsExplained() {
    var taskId = schedule("{}");
    arrived(1);
    frontend.clock.advance(Duration.ofSeconds(5));

    var reasons = frontend.get("/v1/tasks/" + taskId + ":explain").requireOk().json();

    assertThat(reasons.get("reasons").findValuesAsText("code")).contains("WAITS_IN_QUEUE");
    assertThat(reasons.toString()).contains("it has waited in its queue for 5 s");
  }

  private String schedule(String body) {
    return frontend.post(TASKS, body).requireOk().json().get("taskId").asText();
  }

  private Association association(String taskId) {
    return frontend.association(taskId);
  }

  private List<TaskRef> arrived(int count) {
    var refs = new ArrayList<TaskRef>();
    await()
        .until(
            () -> {
              frontend.queue.receive(QUEUE, 10, Duration.ZERO, Duration.ofHours(1)).stream()
                  .map(ReceivedTask::ref)
                  .forEach(refs::add);
              return refs.size() >= count;
            });
    return refs;
  }
}
