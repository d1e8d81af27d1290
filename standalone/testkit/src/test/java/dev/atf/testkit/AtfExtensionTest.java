package dev.atf.testkit;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.TaskSnapshot;
import dev.atf.client.TaskSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.WorkerBuilder;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.SetGateRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of the framework in a test's memory. */
final class AtfExtensionTest {
  record Note(String text) {}

  private final List<String> handled = new ArrayList<>();
  private int failuresLeft;
  private @Nullable AtfClient clientOfHandlers;

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(this::handlers)
          .with(
              Lambda.newBuilder()
                  .setName("flaky")
                  .setRetry(Lambda.Retry.newBuilder().setMaxAttempts(3))
                  .build())
          .with(Lambda.newBuilder().setName("needy").addNeeds("gpu").build())
          .with(Lambda.newBuilder().setName("unserved").build());

  private WorkerBuilder handlers(WorkerBuilder worker) {
    return worker
        .handle("note", Note.class, this::note)
        .handle("flaky", Note.class, this::flaky)
        .handle("needy", Note.class, this::note)
        .handle("chain", JsonNode.class, this::chain)
        .handle("resume", JsonNode.class, AtfExtensionTest::resume);
  }

  private Outcome note(Note note, TaskContext context) {
    handled.add(note.text());
    return Outcome.success(new Note(note.text() + "!"));
  }

  private Outcome flaky(Note note, TaskContext context) {
    handled.add(note.text() + context.attempt());
    return failuresLeft-- > 0 ? Outcome.retriable("NOT_YET", "later") : Outcome.success();
  }

  private Outcome chain(JsonNode left, TaskContext context) {
    var client = Objects.requireNonNull(clientOfHandlers);
    if (left.asInt() > 0) {
      client.schedule(TaskSpec.of("chain", left.asInt() - 1));
    }
    return Outcome.success();
  }

  private static Outcome resume(JsonNode payload, TaskContext context) {
    var from = context.lastCheckpoint(Integer.class).orElse(0);
    context.checkpoint(from + 10);
    return from < 20 ? Outcome.retryLater(Duration.ofMinutes(1)) : Outcome.success(from);
  }

  private String schedule(TaskSpec spec) {
    return atf.client().schedule(spec).taskId();
  }

  @Test
  void nothingRunsUntilTheTestSaysSo() {
    var task = schedule(TaskSpec.of("note", new Note("now")));

    assertThat(handled).isEmpty();
    assertThat(atf.task(task)).isWaiting();

    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(handled).containsExactly("now");
    assertThat(atf.task(task)).hasResult(new Note("now!")).hasAttempts(1);
  }

  @Test
  void lambdaWithNeedsIsServed() {
    schedule(TaskSpec.of("needy", new Note("now")));

    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(handled).containsExactly("now");
  }

  @Test
  void theClockStandsStillWhileTasksRun() {
    var before = atf.clock().instant();
    schedule(TaskSpec.of("note", new Note("now")));

    assertThat(atf.runDueTasks()).isEqualTo(1);

    assertThat(atf.clock().instant()).isEqualTo(before);
  }

  @Test
  void aTaskRunsWhenTheClockHasComeToItsTimeAndNotAMillisecondBefore() {
    var time = atf.clock().instant().plus(Duration.ofDays(6));
    var task = schedule(TaskSpec.of("note", new Note("later")).at(time));

    atf.clock().advanceTo(time.minusMillis(1));
    assertThat(atf.runDueTasks()).isZero();
    assertThat(atf.task(task)).isWaiting().isScheduledAt(time);

    atf.clock().advance(Duration.ofMillis(1));
    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(atf.task(task)).hasSucceeded();
  }

  @Test
  void runsHigherPrioritiesFirst() {
    schedule(TaskSpec.of("note", new Note("low")).priority("low"));
    schedule(TaskSpec.of("note", new Note("normal")));
    schedule(TaskSpec.of("note", new Note("high")).priority("high"));

    assertThat(atf.runDueTasks()).isEqualTo(3);

    assertThat(handled).containsExactly("high", "normal", "low");
  }

  @Test
  void aFailedAttemptIsRepeatedWhenTheClockHasComeToIt() {
    failuresLeft = 2;
    var task = schedule(TaskSpec.of("flaky", new Note("f")));

    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(atf.task(task)).isWaiting().hasFailureCode("NOT_YET");

    assertThat(atf.runUntilFinished(task)).hasSucceeded().hasAttempts(3);
    assertThat(handled).containsExactly("f1", "f2", "f3");
  }

  @Test
  void attemptsRunOut() {
    failuresLeft = 3;

    var task = atf.runUntilFinished(schedule(TaskSpec.of("flaky", new Note("f"))));

    assertThat(task).isDead().hasFailureCode("ATTEMPTS_EXHAUSTED").hasAttempts(3);
  }

  @Test
  void handlersScheduleByTheSameClient() {
    clientOfHandlers = atf.client();
    schedule(TaskSpec.of("chain", 3));

    assertThat(atf.runDueTasks()).isEqualTo(4);

    assertThat(atf.tasks("chain"))
        .extracting(task -> task.payloadAs(Integer.class))
        .containsExactly(3, 2, 1, 0);
    assertThat(atf.tasks("chain")).allMatch(TaskSnapshot::isSuccess);
  }

  @Test
  void theNextAttemptFindsTheLastCheckpoint() {
    var task = schedule(TaskSpec.of("resume", "go"));

    assertThat(atf.runUntilFinished(task)).hasResult(20).hasAttempts(3);
  }

  @Test
  void oneTaskForEachKey() {
    var spec = TaskSpec.of("note", new Note("once")).idempotencyKey("k");

    assertThat(schedule(spec)).isEqualTo(schedule(spec));

    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(atf.onlyTask("note")).hasPayload(new Note("once"));
  }

  @Test
  void gatedTasksWaitUntilTheGateOpens() {
    var gate = SetGateRequest.newBuilder().setLambda("note");
    atf.client().lambdaControl().setGate(gate.setState(Gate.State.PAUSED).build());
    var task = schedule(TaskSpec.of("note", new Note("behind")));

    assertThat(atf.runDueTasks()).isZero();
    assertThat(atf.task(task)).isWaiting();

    atf.client().lambdaControl().setGate(gate.setState(Gate.State.OPEN).build());
    assertThat(atf.runUntilFinished(task)).hasSucceeded();
  }

  @Test
  void aTaskThatNobodyServesWaitsAndTheReasonIsTold() {
    var task = schedule(TaskSpec.of("unserved"));

    assertThat(atf.runDueTasks()).isZero();

    assertThat(atf.task(task)).isWaiting();
    assertThatThrownBy(() -> atf.runUntilFinished(task))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not finish: ");
  }

  @Test
  void rejectsUnregisteredLambdas() {
    assertThatThrownBy(() -> schedule(TaskSpec.of("nobody-registered-it")))
        .isInstanceOfSatisfying(
            AtfException.class, e -> assertThat(e.reason()).contains("LAMBDA_NOT_FOUND"));
  }

  @Test
  void aCancelledTaskDoesNotRun() {
    var task = schedule(TaskSpec.of("note", new Note("never")));
    var ignored = atf.client().cancel(task, "not wanted");

    assertThat(atf.runDueTasks()).isZero();

    assertThat(atf.task(task)).isCancelled();
    assertThat(handled).isEmpty();
  }

  @Test
  void theClockDoesNotGoBack() {
    var before = atf.clock().instant().minusMillis(1);

    assertThatThrownBy(() -> atf.clock().advanceTo(before))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("or later");
  }

  @Test
  void anAssertionThatFailsTellsTheHandlersFailure() {
    var task = atf.runUntilFinished(schedule(TaskSpec.of("note", 3)));

    assertThatThrownBy(() -> assertThat(task).hasSucceeded())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("FATAL_FAILURE")
        .hasMessageContaining("PAYLOAD_UNREADABLE");
    assertThatThrownBy(() -> assertThat(task).hasAttempts(2))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("attempts of task " + task.taskId());
  }
}
