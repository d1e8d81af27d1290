package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.client.SmallFrontend.Fault;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskStatus;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class AtfClientTest {
  record Resize(String file, long width) {}

  record Resized(long bytes, List<String> names, double ratio) {}

  private final SmallFrontend frontend = new SmallFrontend();
  private final AtfClient atf = frontend.client().build();

  @AfterEach
  void stop() {
    atf.close();
    frontend.close();
  }

  @Test
  void aTypedPayloadArrivesToTheLastDigit() {
    var payload = new Resize("cat.png", 9_007_199_254_740_993L);

    var scheduled = atf.schedule(TaskSpec.of("resize", payload).priority("high"));

    assertThat(scheduled.created()).isTrue();
    var task = atf.get(scheduled.taskId());
    assertThat(task.payloadAs(Resize.class)).isEqualTo(payload);
    assertThat(task.task().getPriority()).isEqualTo("high");
    assertThat(task.task().getContentType()).isEqualTo("application/json");
  }

  @Test
  void aStoredRequestIsTheSameTask() throws Exception {
    var spec =
        TaskSpec.of("resize", new Resize("cat.png", 9_007_199_254_740_993L)).idempotencyKey("cat");
    var stored = spec.toRequest(new ObjectMapper()).toByteArray();

    var scheduled = atf.schedule(TaskSpec.ofRequest(ScheduleRequest.parseFrom(stored)));

    assertThat(atf.get(scheduled.taskId()).payloadAs(Resize.class))
        .isEqualTo(new Resize("cat.png", 9_007_199_254_740_993L));
    assertThat(atf.schedule(spec).created()).isFalse();
  }

  @Test
  void aChannelThatItWasGivenStaysOpen() {
    var channel = frontend.channel();
    try {
      try (var first = AtfClient.builder(channel).build()) {
        assertThat(first.schedule(TaskSpec.of("resize")).created()).isTrue();
      }

      try (var second = AtfClient.builder(channel).build()) {
        assertThat(second.schedule(TaskSpec.of("resize")).created()).isTrue();
      }
      assertThat(channel.isShutdown()).isFalse();
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void aTypedResultIsReadFromEitherForm() {
    var scheduled = atf.schedule(TaskSpec.of("resize"));
    var names = ListValue.newBuilder().addValues(Value.newBuilder().setStringValue("a"));
    var value =
        Struct.newBuilder()
            .putFields("bytes", Value.newBuilder().setNumberValue(42).build())
            .putFields("names", Value.newBuilder().setListValue(names).build())
            .putFields("ratio", Value.newBuilder().setNumberValue(0.5).build());

    frontend.change(
        scheduled.taskId(),
        task ->
            task.setStatus(TaskStatus.SUCCESS)
                .setResultJson(Value.newBuilder().setStructValue(value)));
    var fromValue = atf.get(scheduled.taskId()).resultAs(Resized.class);
    frontend.change(
        scheduled.taskId(),
        task ->
            task.setResultData(
                ByteString.copyFromUtf8("{\"bytes\":9007199254740993,\"names\":[],\"ratio\":1}")));
    var fromBytes = atf.get(scheduled.taskId()).resultAs(Resized.class);

    assertThat(fromValue).isEqualTo(new Resized(42, List.of("a"), 0.5));
    assertThat(fromBytes).isEqualTo(new Resized(9_007_199_254_740_993L, List.of(), 1));
  }

  @Test
  void aTaskThatFailedHasNoResult() {
    var scheduled = atf.schedule(TaskSpec.of("resize"));
    frontend.change(scheduled.taskId(), task -> task.setStatus(TaskStatus.FATAL_FAILURE));

    var task = atf.get(scheduled.taskId());

    assertThat(task.isFinished()).isTrue();
    assertThatThrownBy(() -> task.resultAs(Resized.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("FATAL_FAILURE");
  }

  @Test
  @Tag("E1.2")
  void aReplyThatWasLostMakesOneTaskAndTheCallerItsCreator() {
    frontend.failNext(Fault.REPLY_LOST, Fault.REPLY_LOST);

    var scheduled = atf.schedule(TaskSpec.of("resize"));

    assertThat(frontend.calls()).isEqualTo(3);
    assertThat(frontend.tasks).hasSize(1).containsKey(scheduled.taskId());
    assertThat(scheduled.created()).isTrue();
  }

  @Test
  void twoCallsWithoutKeyAreTwoTasksAndWithOneKeyAreOne() {
    var one = atf.schedule(TaskSpec.of("resize"));
    var two = atf.schedule(TaskSpec.of("resize"));
    var keyed = atf.schedule(TaskSpec.of("resize").idempotencyKey("k"));
    var again = atf.schedule(TaskSpec.of("resize").idempotencyKey("k"));

    assertThat(one.taskId()).isNotEqualTo(two.taskId());
    assertThat(again.taskId()).isEqualTo(keyed.taskId());
    assertThat(keyed.created()).isTrue();
    assertThat(again.created()).isFalse();
  }

  @Test
  void aServerThatNeverAnswersIsAskedAgainAfterTheCallTimeout() {
    try (var impatient = frontend.client().callTimeout(Duration.ofMillis(500)).build()) {
      impatient.get(impatient.schedule(TaskSpec.of("resize")).taskId());
      frontend.failNext(Fault.SILENCE);

      impatient.schedule(TaskSpec.of("resize"));
    }

    assertThat(frontend.tasks).hasSize(2);
  }

  @Test
  void aServerThatStaysAwayIsAnErrorAfterTheLastTry() {
    frontend.failNext(
        Fault.REQUEST_LOST, Fault.REQUEST_LOST, Fault.REQUEST_LOST, Fault.REQUEST_LOST);

    var error = catchThrowableOfType(AtfException.class, () -> atf.schedule(TaskSpec.of("resize")));

    assertThat(error.code()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(error.reason()).contains("STORE_UNAVAILABLE");
    assertThat(frontend.calls()).isEqualTo(4);
    assertThat(frontend.tasks).isEmpty();
  }

  @Test
  void refusedConnectionIsReportedAsUnavailable() {
    var builder = frontend.client().triesMax(2);
    frontend.close();

    try (var client = builder.build()) {
      var error = catchThrowableOfType(AtfException.class, () -> client.get("x"));

      assertThat(error.code()).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  @Test
  void aRefusalIsNotRepeatedAndNamesTheFields() {
    frontend.failNext(Fault.REFUSED);

    var error = catchThrowableOfType(AtfException.class, () -> atf.schedule(TaskSpec.of("resize")));

    assertThat(frontend.calls()).isEqualTo(1);
    assertThat(error.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(error.reason()).contains("PRIORITY_UNKNOWN");
    assertThat(error.violations())
        .containsExactly(
            new AtfException.Violation("priority", "urgent (expected: one of high, low)"));
  }

  @Test
  void batchResendsOnlyItemsTheServerCouldNotTake() {
    frontend.failNext(Fault.REPLY_LOST, Fault.REFUSED, Fault.REQUEST_LOST);

    var outcomes =
        atf.scheduleBatch(
            List.of(
                TaskSpec.of("resize", 0),
                TaskSpec.of("resize", 1),
                TaskSpec.of("resize", 2),
                TaskSpec.of("resize", 3)));

    assertThat(frontend.calls()).isEqualTo(2);
    assertThat(frontend.tasks).hasSize(3);
    assertThat(outcomes).hasSize(4);
    assertThat(outcomes.get(1))
        .isInstanceOfSatisfying(
            BatchOutcome.Refused.class,
            refused -> assertThat(refused.error().reason()).contains("PRIORITY_UNKNOWN"));
    assertThat(List.of(outcomes.get(0), outcomes.get(2), outcomes.get(3)))
        .allSatisfy(
            outcome ->
                assertThat(outcome)
                    .isInstanceOfSatisfying(
                        BatchOutcome.Scheduled.class,
                        scheduled -> assertThat(scheduled.task().created()).isTrue()));
  }

  @Test
  void batchKeepsKnownOutcomesWhenALaterTryFails() {
    frontend.failNext(
        Fault.REQUEST_LOST, Fault.REFUSED, Fault.SILENCE, Fault.AWAY, Fault.AWAY, Fault.AWAY);

    var outcomes =
        atf.scheduleBatch(
            List.of(TaskSpec.of("resize", 0), TaskSpec.of("resize", 1), TaskSpec.of("resize", 2)));

    assertThat(frontend.calls()).isEqualTo(4);
    assertThat(outcomes.get(0))
        .isInstanceOfSatisfying(
            BatchOutcome.Refused.class,
            refused -> assertThat(refused.error().code()).isEqualTo(Status.Code.UNAVAILABLE));
    assertThat(outcomes.get(1))
        .isInstanceOfSatisfying(
            BatchOutcome.Refused.class,
            refused -> assertThat(refused.error().reason()).contains("PRIORITY_UNKNOWN"));
    assertThat(outcomes.get(2)).isInstanceOf(BatchOutcome.Scheduled.class);
  }

  @Test
  void aBatchThatIsNeverAnsweredFailsAfterItsTries() {
    frontend.failNext(Fault.AWAY, Fault.AWAY, Fault.AWAY, Fault.AWAY, Fault.AWAY);

    var error =
        catchThrowableOfType(
            AtfException.class, () -> atf.scheduleBatch(List.of(TaskSpec.of("resize", 0))));

    assertThat(error.code()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(frontend.calls()).isEqualTo(4);
  }

  @Test
  void aQuotaThatLetsNobodyInForLongerThanACallIsNotAskedAgain() {
    frontend.failNext(Fault.QUOTA);

    var error = catchThrowableOfType(AtfException.class, () -> atf.schedule(TaskSpec.of("resize")));

    assertThat(error.reason()).contains("QUOTA_EXCEEDED");
    assertThat(frontend.calls()).isEqualTo(1);
  }

  @Test
  void awaitEndsInTimeThoughTheServerHangs() {
    var scheduled = atf.schedule(TaskSpec.of("resize"));
    frontend.failNext(Fault.SILENCE, Fault.SILENCE);

    var awaited =
        CompletableFuture.runAsync(
            () ->
                assertThatThrownBy(() -> atf.await(scheduled.taskId(), Duration.ofMillis(200)))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining(scheduled.taskId()));

    assertThat(awaited).succeedsWithin(Duration.ofSeconds(8));
  }

  @Test
  void resubmissionWhoseReplyWasLostMakesOneTask() {
    var ended = atf.schedule(TaskSpec.of("resize")).taskId();
    frontend.failNext(Fault.REPLY_LOST, Fault.REPLY_LOST);

    var again = atf.resubmit(ended, new Resize("dog.png", 7));

    assertThat(frontend.tasks).hasSize(2).containsKey(again.taskId());
    assertThat(again.created()).isTrue();
    assertThat(atf.get(again.taskId()).payloadAs(Resize.class)).isEqualTo(new Resize("dog.png", 7));
  }

  @Test
  void killWhoseReplyWasLostDoesNotKillTheNextAttempt() {
    var running = atf.schedule(TaskSpec.of("resize")).taskId();
    frontend.change(running, task -> task.setEpoch(7));
    frontend.failNext(Fault.NONE, Fault.REPLY_LOST);

    var refused = catchThrowableOfType(AtfException.class, () -> atf.kill(running, "it hangs"));

    assertThat(refused.reason()).contains("TASK_NOT_RUNNING");
    assertThat(atf.get(running).task().getEpoch()).isEqualTo(8);
    assertThat(atf.kill(running, "it hangs, too").getEpoch()).isEqualTo(8);
  }

  @Test
  void aLambdaThatIsGoneOnALaterTryWasDeletedByAnEarlier() {
    frontend.failNext(Fault.REPLY_LOST);

    atf.lambdaControl().delete("resize");

    var again =
        catchThrowableOfType(AtfException.class, () -> atf.lambdaControl().delete("resize"));
    assertThat(again.reason()).contains("LAMBDA_NOT_FOUND");
  }

  @Test
  void aKeyThatHasGoneOnOnALaterTryWasSkippedByAnEarlier() {
    frontend.failNext(Fault.REPLY_LOST);

    var key = atf.orderingKeys().skip("resize", "k", "failed");

    assertThat(key.getState()).isEqualTo(OrderingKey.State.FREE);
    var again =
        catchThrowableOfType(
            AtfException.class, () -> atf.orderingKeys().skip("resize", "k", "failed"));
    assertThat(again.reason()).contains("KEY_NOT_HELD");
  }

  @Test
  void aKeyWhoseTaskRunsOnALaterTryWasRetriedByAnEarlier() {
    frontend.failNext(Fault.REPLY_LOST);

    var key = atf.orderingKeys().retry("resize", "k", "failed");

    assertThat(key.getState()).isEqualTo(OrderingKey.State.TAKEN);
    var skipped =
        catchThrowableOfType(
            AtfException.class, () -> atf.orderingKeys().skip("resize", "k", "failed"));
    assertThat(skipped.reason()).contains("KEY_NOT_HELD");
  }

  @Test
  void aBatchIsOfOneLambda() {
    assertThatThrownBy(() -> atf.scheduleBatch(List.of(TaskSpec.of("a"), TaskSpec.of("b"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(atf.scheduleBatch(List.of())).isEmpty();
  }

  @Test
  void awaitReturnsWhenTheTaskIsFinished() throws Exception {
    var scheduled = atf.schedule(TaskSpec.of("resize"));
    int callsBefore = frontend.calls();
    var awaited =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return atf.await(scheduled.taskId(), Duration.ofMinutes(1));
              } catch (TimeoutException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    Awaitility.await().until(() -> frontend.calls() > callsBefore + 1);

    frontend.change(scheduled.taskId(), task -> task.setStatus(TaskStatus.SUCCESS));

    assertThat(awaited.get().isSuccess()).isTrue();
  }

  @Test
  void aJobIsAwaitedUntilItHasEndedThoughItIsHeldFirst() throws Exception {
    assertThatThrownBy(() -> atf.jobs().await("resize", "night", Duration.ofSeconds(2)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("job night of resize is JOB_HELD");
    var unused = atf.jobs().cancel("resize", "night", false);

    var ended = atf.jobs().await("resize", "night", Duration.ofMinutes(1));

    assertThat(ended.getStatus()).isEqualTo(JobStatus.JOB_CANCELLED);
  }

  @Test
  void awaitGivesUpAfterItsTimeoutAndTellsTheStatus() {
    var scheduled = atf.schedule(TaskSpec.of("resize"));

    assertThatThrownBy(() -> atf.await(scheduled.taskId(), Duration.ofSeconds(1)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("NEW");
  }

  @Test
  void awaitEndsWhenTheClientIsClosed() {
    var scheduled = atf.schedule(TaskSpec.of("resize"));
    int callsBefore = frontend.calls();
    var awaited =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return atf.await(scheduled.taskId(), Duration.ofMinutes(10));
              } catch (TimeoutException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    Awaitility.await().until(() -> frontend.calls() > callsBefore);

    atf.close();

    Awaitility.await().until(awaited::isCompletedExceptionally);
  }

  @Test
  void tasksCanBeListedAndCancelled() {
    var scheduled = atf.schedule(TaskSpec.of("resize"));

    var listed = atf.list(TaskQuery.of("resize")).stream().toList();
    var cancelled = atf.cancel(scheduled.taskId(), "not needed");

    assertThat(listed).extracting(TaskSnapshot::taskId).containsExactly(scheduled.taskId());
    assertThat(cancelled.getStatus()).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  void pagesAreReadAsFarAsTheyAreAskedFor() {
    for (int i = 0; i < 5; i++) {
      atf.schedule(TaskSpec.of("resize"));
    }
    var all = atf.list(TaskQuery.of("resize"));
    assertThat(frontend.pagesRead()).isZero();

    assertThat(all.stream().limit(2)).hasSize(2);

    assertThat(frontend.pagesRead()).isEqualTo(3);
    assertThat(all).hasSize(5);
    assertThat(frontend.pagesRead()).isEqualTo(9);
  }

  @Test
  void callsAreFuturesToo() throws Exception {
    var executor = Executors.newCachedThreadPool();
    try {
      var calls = atf.async(executor);

      var scheduled = calls.call(client -> client.schedule(TaskSpec.of("resize")));
      var refused = calls.call(client -> client.get("missing"));
      var waiting =
          calls.call(client -> client.await(scheduled.get().taskId(), Duration.ofDays(1)));
      waiting.cancel(false);

      assertThat(atf.get(scheduled.get().taskId()).isFinished()).isFalse();
      assertThatThrownBy(refused::get).hasCauseInstanceOf(AtfException.class);
    } finally {
      executor.shutdown();
    }
    // The cancelled wait has returned its thread.
    Awaitility.await().until(executor::isTerminated);
  }

  @Test
  void settingsThatMeanNothingAreRefused() {
    assertThatThrownBy(() -> AtfClient.builder("localhost:8080"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AtfClient.builder("ftp://localhost"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> frontend.client().triesMax(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> frontend.client().callTimeout(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
