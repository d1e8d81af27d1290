package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.PAYLOAD;
import static dev.atf.hsc.HscFixture.cancelled;
import static dev.atf.hsc.HscFixture.died;
import static dev.atf.hsc.HscFixture.fatal;
import static dev.atf.hsc.HscFixture.retriable;
import static dev.atf.hsc.HscFixture.returned;
import static dev.atf.hsc.HscFixture.success;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.hsc.HscFixture;
import dev.atf.model.Alarm;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.store.TransitionResult;
import dev.atf.store.testing.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class SetResultsTest {
  private static final HscFixture hsc = new HscFixture();

  @BeforeEach
  void reset() {
    hsc.reset();
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  void aSuccessEndsTheTaskAndKeepsItsResult() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(2));

    var verdict = hsc.report(success(ref, "{\"ok\":true}"));

    assertRecorded(verdict, dev.atf.protocol.v1.TaskStatus.SUCCESS);
    var task = hsc.task(ref);
    assertThat(task.status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(outcomeOf(ref).result())
        .isEqualTo(
            new Payload(
                "{\"ok\":true}".getBytes(java.nio.charset.StandardCharsets.UTF_8), Payload.JSON));
    assertThat(task.finishedAt()).isEqualTo(NOON.plusSeconds(2));
    assertThat(task.expiresAt())
        .isEqualTo(NOON.plusSeconds(2).plus(LambdaDefinition.RETENTION_DEFAULT));
    assertThat(hsc.store.findEntity(ref.taskId()).orElseThrow().payload()).isEqualTo(PAYLOAD);
  }

  @Test
  void finishedTasksAreListedAsTheLambdaWishesAndDeadLettersAlways() {
    for (var history : History.values()) {
      try (var kept = new HscFixture(HscFixture.DEFINITION.withHistory(history))) {
        var done = kept.claimed();
        var dead = kept.claimed();
        var cancel = kept.claimed();
        kept.apply(ClientTransitions.requestCancel(cancel.taskId(), NOON, ""));

        kept.report(success(done, "{}"));
        kept.report(fatal(dead, "BROKEN"));
        kept.report(cancelled(cancel));

        var listed = new Trigger(Alarm.DONE, NOON);
        assertThat(kept.task(dead).trigger()).isEqualTo(new Trigger(Alarm.DEAD, NOON));
        assertThat(kept.task(done).trigger()).isEqualTo(history == History.ALL ? listed : null);
        assertThat(kept.task(cancel).trigger()).isEqualTo(history == History.NONE ? null : listed);
      }
    }
  }

  @Test
  void aLargeResultIsStoredApartAndReadable() {
    var ref = hsc.claimed();
    var bytes = bytes(Limits.INLINE_RESULT_BYTES_MAX + 1);

    var verdict = hsc.report(success(ref, bytes));

    assertRecorded(verdict, dev.atf.protocol.v1.TaskStatus.SUCCESS);
    assertThat(outcomeOf(ref).resultStoredApart()).isTrue();
    assertThat(outcomeOf(ref).result()).isNull();
    assertThat(hsc.store.findResult(ref.taskId(), 1)).contains(new Payload(bytes, Payload.JSON));
  }

  @Test
  void aResultOfJustTheInlineSizeStaysInline() {
    var ref = hsc.claimed();
    var bytes = bytes(Limits.INLINE_RESULT_BYTES_MAX - Payload.JSON.length());

    hsc.report(success(ref, bytes));

    assertThat(outcomeOf(ref).result()).isEqualTo(new Payload(bytes, Payload.JSON));
    assertThat(hsc.store.findResult(ref.taskId(), 1)).isEmpty();
  }

  @Test
  void resultOfJustTheLimitIsStoredWhateverItsMediaType() {
    var ref = hsc.claimed();
    var bytes = bytes(Limits.RESULT_BYTES_MAX);

    var verdict = hsc.report(success(ref, bytes));

    assertRecorded(verdict, dev.atf.protocol.v1.TaskStatus.SUCCESS);
    assertThat(hsc.store.findResult(ref.taskId(), 1)).contains(new Payload(bytes, Payload.JSON));
  }

  @Test
  void aResultOverTheLimitEndsTheTaskVisibly() {
    var ref = hsc.claimed();
    var result = success(ref, bytes(Limits.RESULT_BYTES_MAX + 1));

    assertRecorded(hsc.report(result), dev.atf.protocol.v1.TaskStatus.FATAL_FAILURE);
    assertRecorded(hsc.report(result), dev.atf.protocol.v1.TaskStatus.FATAL_FAILURE);

    assertThat(failureCode(ref)).isEqualTo("RESULT_TOO_LARGE");
    assertThat(hsc.store.findResult(ref.taskId(), 1)).isEmpty();
  }

  @Test
  void aResultOverTheLimitOfItsLambdaEndsTheTask() {
    try (var small = new HscFixture(HscFixture.DEFINITION.withResultBytesMax(100))) {
      var within = small.claimed();
      var over = small.claimed();

      small.report(success(within, bytes(100)));
      small.report(success(over, bytes(101)));

      assertThat(small.task(within).status()).isEqualTo(TaskStatus.SUCCESS);
      assertThat(small.task(over).outcome().failure())
          .isEqualTo(
              FrameworkFailure.RESULT_TOO_LARGE.because(
                  "result: 101 bytes (expected: at most 100);"
                      + " media type: 16 bytes (expected: at most 1024)"));
    }
  }

  @Test
  void aLargeResultWhoseAnswersAreLostIsStoredOnceAndFound() {
    var ref = hsc.claimed();
    var bytes = bytes(10_000);
    hsc.faults.failNext(Fault.REPLY_LOST, Fault.REPLY_LOST);

    var verdict = hsc.report(success(ref, bytes));

    assertRecorded(verdict, dev.atf.protocol.v1.TaskStatus.SUCCESS);
    assertThat(hsc.store.findResult(ref.taskId(), 1)).contains(new Payload(bytes, Payload.JSON));
  }

  @Test
  void aLaterLargeResultDoesNotOverwriteTheFirst() {
    var ref = hsc.claimed();
    var first = bytes(10_000);
    hsc.report(success(ref, first));
    var second = bytes(10_000);
    second[17] ^= 1;

    var verdict = hsc.report(success(ref, second));

    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RESULT_CONFLICT);
    assertThat(hsc.store.findResult(ref.taskId(), 1)).contains(new Payload(first, Payload.JSON));
  }

  @Test
  @Tag("J6")
  void aSuccessThatIsReportedAfterTheDeadlineIsADeadLetter() {
    for (int size : List.of(10, 10_000)) {
      hsc.clock.set(NOON);
      var late = hsc.claimed(hsc.header(NOON, NOON.plusSeconds(10)));
      var result = success(late, bytes(size));
      // Two clocks may differ by as much as two errors.
      hsc.clock.set(NOON.plusSeconds(12));

      assertRecorded(hsc.report(result), dev.atf.protocol.v1.TaskStatus.FATAL_FAILURE);
      assertRecorded(hsc.report(result), dev.atf.protocol.v1.TaskStatus.FATAL_FAILURE);

      assertThat(failureCode(late)).isEqualTo("DEADLINE_EXCEEDED");
      assertThat(hsc.store.findResult(late.taskId(), 1)).isEmpty();
    }
  }

  @Test
  void aSuccessThatIsReportedWithinTheErrorOfClocksAfterTheDeadlineCounts() {
    var ref = hsc.claimed(hsc.header(NOON, NOON.plusSeconds(10)));
    hsc.clock.set(NOON.plusSeconds(12).minusMillis(1));

    assertRecorded(hsc.report(success(ref, bytes(10))), dev.atf.protocol.v1.TaskStatus.SUCCESS);
  }

  @Test
  @Tag("F3")
  void whileTheWallClockIsInDoubtNoTaskEndsByItsDeadline() {
    var deadline = NOON.plusSeconds(100);
    var failed = hsc.claimed(hsc.header(NOON, deadline));
    var small = hsc.claimed(hsc.header(NOON, deadline));
    var large = hsc.claimed(hsc.header(NOON, deadline));
    hsc.report(fatal(hsc.claimed(), "BROKEN"));

    hsc.clock.jump(Duration.ofDays(1));
    hsc.report(retriable(failed, "TIMEOUT"));
    assertRecorded(hsc.report(success(small, bytes(10))), dev.atf.protocol.v1.TaskStatus.SUCCESS);
    assertRecorded(
        hsc.report(success(large, bytes(10_000))), dev.atf.protocol.v1.TaskStatus.SUCCESS);

    assertThat(hsc.task(failed).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(Objects.requireNonNull(hsc.task(failed).trigger()).at()).isBefore(deadline);
    hsc.clock.jump(Duration.ofDays(-1));
    var last = hsc.claimed(hsc.header(NOON, NOON.plusSeconds(10)));
    var late = retriable(last, "BUSY");
    late.getRetriableFailureBuilder().setRetryAfter(ProtoTimes.proto(Duration.ofSeconds(10)));
    hsc.report(late);
    assertThat(failureCode(last)).isEqualTo("DEADLINE_EXCEEDED");
  }

  @Test
  void aRetriableFailureWaitsForItsBackoff() {
    var ref = hsc.claimed();

    var verdict = hsc.report(retriable(ref, "TIMEOUT"));

    assertRecorded(verdict, dev.atf.protocol.v1.TaskStatus.RETRIABLE_FAILURE);
    var trigger = Objects.requireNonNull(hsc.task(ref).trigger());
    assertThat(trigger.alarm()).isEqualTo(Alarm.DUE);
    assertThat(trigger.at()).isBetween(NOON.plusMillis(1), NOON.plusMillis(1_001));
    assertThat(outcomeOf(ref).failure())
        .isEqualTo(new dev.atf.model.Failure("TIMEOUT", "it broke", "trace", true));
  }

  @Test
  void theHandlersOwnDelayIsHonoured() {
    var ref = hsc.claimed();
    var result = retriable(ref, "BUSY");
    result.getRetriableFailureBuilder().setRetryAfter(ProtoTimes.proto(Duration.ofSeconds(90)));

    hsc.report(result);

    assertThat(hsc.task(ref).trigger()).isEqualTo(new Trigger(Alarm.DUE, NOON.plusSeconds(90)));
  }

  @Test
  void anImpossibleDelayIsBroughtWithinBounds() {
    var negative = hsc.claimed();
    var result = retriable(negative, "BUSY");
    result.getRetriableFailureBuilder().setRetryAfter(ProtoTimes.proto(Duration.ofDays(-9)));
    var endless = hsc.claimed();
    var other = retriable(endless, "BUSY");
    other
        .getRetriableFailureBuilder()
        .setRetryAfter(com.google.protobuf.Duration.newBuilder().setSeconds(Long.MAX_VALUE));

    hsc.report(result);
    hsc.report(other);

    assertThat(hsc.task(negative).trigger()).isEqualTo(new Trigger(Alarm.DUE, NOON));
    assertThat(failureCode(endless)).isEqualTo("DEADLINE_EXCEEDED");
  }

  @Test
  @Tag("F22")
  void theLastAttemptIsADeadLetter() {
    var twice =
        new RetryPolicy(2, Duration.ofSeconds(1), Duration.ofSeconds(1), 1, RetryBudget.DEFAULT);
    try (var impatient = new HscFixture(HscFixture.DEFINITION.withRetry(twice))) {
      var first = impatient.claimed();
      impatient.report(retriable(first, "TIMEOUT"));
      var second = impatient.releasedAgain(first);
      impatient.claim(second);

      var verdict = impatient.report(retriable(second, "TIMEOUT").setAttempt(2));

      assertRecorded(verdict, dev.atf.protocol.v1.TaskStatus.FATAL_FAILURE);
      var failure =
          Objects.requireNonNull(
              Objects.requireNonNull(impatient.task(second).outcome()).failure());
      assertThat(failure.code()).isEqualTo("ATTEMPTS_EXHAUSTED");
      assertThat(failure.message()).contains("attempt 2 of 2 failed: TIMEOUT: it broke");
      assertThat(impatient.task(second).trigger()).isEqualTo(new Trigger(Alarm.DEAD, NOON));
    }
  }

  @Test
  void aRetryThatWouldComeAfterTheDeadlineIsADeadLetter() {
    var ref = hsc.claimed(hsc.header(NOON, NOON.plusSeconds(10)));
    var result = retriable(ref, "BUSY");
    result.getRetriableFailureBuilder().setRetryAfter(ProtoTimes.proto(Duration.ofSeconds(10)));

    hsc.report(result);

    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(failureCode(ref)).isEqualTo("DEADLINE_EXCEEDED");
  }

  @Test
  void aFatalFailureIsADeadLetterAtOnce() {
    var ref = hsc.claimed();

    assertRecorded(
        hsc.report(fatal(ref, "PAYLOAD_UNREADABLE")), dev.atf.protocol.v1.TaskStatus.FATAL_FAILURE);

    assertThat(outcomeOf(ref).failure())
        .isEqualTo(new dev.atf.model.Failure("PAYLOAD_UNREADABLE", "it broke", "trace", false));
  }

  @Test
  void aReportWithAWrongAttemptNumberIsRecordedByTheStoresNumber() {
    var ref = hsc.claimed();

    assertRecorded(
        hsc.report(fatal(ref, "BROKEN").setAttempt(7)),
        dev.atf.protocol.v1.TaskStatus.FATAL_FAILURE);
    assertThat(hsc.task(ref).attempt()).isEqualTo(1);
  }

  @Test
  void returnedWorkKeepsItsAttemptAndIsDueAtOnce() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(3));

    var verdict = hsc.report(returned(ref, "ARRIVED_LATE"));

    assertRecorded(verdict, dev.atf.protocol.v1.TaskStatus.NEW);
    assertThat(hsc.task(ref).attempt()).isZero();
    assertThat(hsc.task(ref).trigger()).isEqualTo(new Trigger(Alarm.DUE, NOON.plusSeconds(3)));
    var again = hsc.releasedAgain(ref);
    assertThat(hsc.claim(again).getClaimed().getAttempt()).isEqualTo(1);
    assertThat(hsc.task(again).epoch()).isEqualTo(2);
  }

  @Test
  void workThatThisWorkerHasNoPlaceForIsDueElsewhereAtOnce() {
    for (var reason : List.of("ARRIVED_LATE", "DRAINING", "UNASKED", "UNCOVERED")) {
      var ref = hsc.claimed();

      hsc.report(returned(ref, reason));

      assertThat(hsc.task(ref).trigger()).as(reason).isEqualTo(new Trigger(Alarm.DUE, NOON));
    }
  }

  @Test
  void workThatNoWorkerMayBeAbleToRunComesBackLater() {
    for (var reason : List.of("HANDLER_UNKNOWN", "STILL_RUNNING", "A_REASON_OF_TOMORROW")) {
      var ref = hsc.claimed();

      hsc.report(returned(ref, reason));

      assertThat(Objects.requireNonNull(hsc.task(ref).trigger()).at())
          .as(reason)
          .isBetween(NOON.plusMillis(2_500), NOON.plusMillis(5_000));
    }
  }

  @Test
  @Tag("F30")
  void theHistoryTellsWhoGaveWorkBackAndWhy() {
    var ref = hsc.claimed();

    hsc.report(returned(ref, "HANDLER_UNKNOWN"));

    assertThat(hsc.task(ref).history().entries())
        .last()
        .extracting(HistoryEntry::event, HistoryEntry::detail)
        .containsExactly(TaskEvent.RETURN, "HANDLER_UNKNOWN by host-1:42:a1");
  }

  @Test
  void aRepeatedReturnFindsItself() {
    var ref = hsc.claimed();
    hsc.report(returned(ref, "DRAINING"));
    var before = hsc.task(ref);

    assertRecorded(hsc.report(returned(ref, "DRAINING")), dev.atf.protocol.v1.TaskStatus.NEW);
    assertThat(hsc.task(ref)).isEqualTo(before);
  }

  @Test
  void aCancelledHandlerEndsTheTaskCancelled() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestCancel(ref.taskId(), NOON, ""));

    assertRecorded(hsc.report(cancelled(ref)), dev.atf.protocol.v1.TaskStatus.CANCELLED);
    assertThat(failureCode(ref)).isEqualTo("CANCELLED");
  }

  @Test
  void aFailureOrReturnAfterACancelRequestEndsTheTaskCancelled() {
    for (var what : new String[] {"retriable", "returned"}) {
      var ref = hsc.claimed();
      hsc.apply(ClientTransitions.requestCancel(ref.taskId(), NOON, ""));

      var verdict =
          hsc.report(
              what.equals("retriable") ? retriable(ref, "TIMEOUT") : returned(ref, "DRAINING"));

      assertRecorded(verdict, dev.atf.protocol.v1.TaskStatus.CANCELLED);
    }
  }

  @Test
  @Tag("E10.6")
  void aResultThatComesInSpiteOfACancelRequestWins() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestCancel(ref.taskId(), NOON, ""));

    assertRecorded(hsc.report(success(ref, "{}")), dev.atf.protocol.v1.TaskStatus.SUCCESS);
  }

  @Test
  void aHandlerThatStopsAsCancelledUnaskedHasFailed() {
    var ref = hsc.claimed();

    assertRecorded(hsc.report(cancelled(ref)), dev.atf.protocol.v1.TaskStatus.RETRIABLE_FAILURE);
    assertThat(failureCode(ref)).isEqualTo("HANDLER_THREW");
    assertRecorded(hsc.report(cancelled(ref)), dev.atf.protocol.v1.TaskStatus.RETRIABLE_FAILURE);
  }

  @Test
  @Tag("E9.4")
  void everyReportTwiceIsAnsweredAsTheFirstTimeAndChangesNothing() {
    for (var kind : Kind.values()) {
      var ref = hsc.claimed();
      var first = hsc.report(kind.of(ref));
      var before = hsc.task(ref);
      hsc.clock.advance(Duration.ofSeconds(9));

      assertThat(hsc.report(kind.of(ref))).as("%s twice", kind).isEqualTo(first);
      assertThat(hsc.task(ref)).as("after %s twice", kind).isEqualTo(before);
    }
  }

  @Test
  @Tag("E9.2")
  void everyReportWhoseAnswerWasLostInTheStoreIsFoundAgain() {
    for (var kind : Kind.values()) {
      var ref = hsc.claimed();
      hsc.faults.failNext(Fault.REPLY_LOST);

      assertThat(hsc.report(kind.of(ref)).getVerdict()).as("%s", kind).isEqualTo(Verdict.RECORDED);
    }
    assertThat(hsc.count("atf.hsc.unknown.outcomes")).isEqualTo(Kind.values().length);
  }

  @Test
  @Tag("E9.4")
  void anotherReportIsAConflictAndChangesNothing() {
    for (var kind : Kind.values()) {
      for (var other : Kind.values()) {
        if (kind != other) {
          var ref = hsc.claimed();
          hsc.report(kind.of(ref));
          var before = hsc.task(ref);

          assertThat(hsc.report(other.of(ref)).getVerdict())
              .as("%s after %s", other, kind)
              .isEqualTo(Verdict.RESULT_CONFLICT);
          assertThat(hsc.task(ref)).isEqualTo(before);
        }
      }
    }
  }

  @Test
  @Tag("E9.3")
  void everyReportAfterTheExpiryIsTooLate() {
    for (var kind : Kind.values()) {
      var ref = hsc.claimed();
      hsc.apply(expiry(ref));
      var before = hsc.task(ref);

      assertThat(hsc.report(kind.of(ref)).getVerdict()).isEqualTo(Verdict.LEASE_LOST);
      assertThat(hsc.task(ref)).isEqualTo(before);
      assertThat(hsc.store.findResult(ref.taskId(), 1)).isEmpty();
    }
  }

  @Test
  @Tag("E9.6")
  void theExpiryAfterAnyReportIsRefused() {
    for (var kind : Kind.values()) {
      var ref = hsc.claimed();
      var expiry = expiry(ref);
      hsc.report(kind.of(ref));
      var before = hsc.task(ref);

      assertThat(hsc.store.apply(expiry)).isInstanceOf(TransitionResult.Refused.class);
      assertThat(hsc.task(ref)).isEqualTo(before);
    }
  }

  @Test
  @Tag("E9.5")
  void aReportOfATaskThatWentToAnotherExecutorIsTooLate() {
    var old = hsc.claimed();
    hsc.apply(expiry(old));
    var current = hsc.releasedAgain(old);
    hsc.claim(current, HscFixture.OTHER_CLAIM, HscFixture.OTHER_EXECUTOR);

    assertThat(hsc.report(success(old, "{}")).getVerdict()).isEqualTo(Verdict.LEASE_LOST);
    assertThat(hsc.report(success(current, "{}")).getVerdict()).isEqualTo(Verdict.LEASE_LOST);
    assertThat(hsc.task(current).status()).isEqualTo(TaskStatus.CLAIMED);
  }

  @Test
  void aReportRepeatedAfterTheFrameworkWentOnIsTooLate() {
    var ref = hsc.claimed();
    hsc.report(retriable(ref, "TIMEOUT"));
    hsc.apply(
        ClientTransitions.cancel(
            ref.taskId(),
            Outcome.failure("", FrameworkFailure.CANCELLED.because("by a client")),
            new dev.atf.model.task.Ending(NOON, NOON.plusSeconds(60), History.NONE)));

    assertThat(hsc.report(retriable(ref, "TIMEOUT")).getVerdict()).isEqualTo(Verdict.LEASE_LOST);
  }

  @Test
  void oneCallAnswersEachOfItsReportsInOrder() {
    var done = hsc.claimed();
    var gone = new TaskRef(hsc.header().taskId(), 3);
    var failed = hsc.claimed();

    var verdicts =
        hsc.hsc
            .setResults(
                SetResultsRequest.newBuilder()
                    .setExecutorId(HscFixture.EXECUTOR.value())
                    .setLambda(LAMBDA.value())
                    .addResults(success(done, "{}"))
                    .addResults(success(gone, "{}"))
                    .addResults(fatal(failed, "BROKEN"))
                    .build())
            .getVerdictsList();

    assertThat(verdicts)
        .extracting(ResultVerdict::getVerdict)
        .containsExactly(Verdict.RECORDED, Verdict.LEASE_LOST, Verdict.RECORDED);
  }

  @Test
  void whileTheStoreIsAwayTheCallIsUnavailableAndItsRepetitionIsRecorded() {
    var ref = hsc.claimed();
    hsc.faults.failNext(Fault.UNAVAILABLE);

    assertThatThrownBy(() -> hsc.report(success(ref, "{}")))
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.STORE_UNAVAILABLE));
    assertRecorded(hsc.report(success(ref, "{}")), dev.atf.protocol.v1.TaskStatus.SUCCESS);
  }

  @Test
  void tasksOfALambdaThatWasRemovedCanStillEnd() {
    var removed = new dev.atf.model.LambdaName("removed");
    var ref = hsc.enqueued(hsc.header(removed, NOON, NOON.plusSeconds(900)));
    hsc.claim(ref, HscFixture.CLAIM, HscFixture.EXECUTOR, removed);

    var verdict =
        hsc.hsc
            .setResults(
                SetResultsRequest.newBuilder()
                    .setExecutorId(HscFixture.EXECUTOR.value())
                    .setLambda(removed.value())
                    .addResults(success(ref, "{}"))
                    .build())
            .getVerdicts(0);

    assertRecorded(verdict, dev.atf.protocol.v1.TaskStatus.SUCCESS);
    assertThat(hsc.count("atf.hsc.lambdas.unknown")).isEqualTo(2);
  }

  /** Every kind of report; no two of them are the same outcome. */
  private enum Kind {
    SUCCESS,
    LARGE_SUCCESS,
    RETRIABLE,
    FATAL,
    CANCELLED,
    RETURNED,
    DIED;

    AttemptResult.Builder of(TaskRef ref) {
      return switch (this) {
        case SUCCESS -> success(ref, "{}");
        case LARGE_SUCCESS -> success(ref, bytes(10_000));
        case RETRIABLE -> retriable(ref, "TIMEOUT");
        case FATAL -> fatal(ref, "BROKEN");
        case CANCELLED -> cancelled(ref);
        case RETURNED -> returned(ref, "DRAINING");
        case DIED -> died(ref, "exit code 1 (not started)");
      };
    }
  }

  private Transition expiry(TaskRef ref) {
    Instant lease = Objects.requireNonNull(hsc.task(ref).lease()).until();
    return ExpiryTransitions.expire(
        new EndedLease(ref, lease, 1, 1),
        Outcome.failure("", FrameworkFailure.LEASE_EXPIRED.because("not heard of")),
        lease,
        lease.plusSeconds(1));
  }

  private Outcome outcomeOf(TaskRef ref) {
    return Objects.requireNonNull(hsc.task(ref).outcome());
  }

  private String failureCode(TaskRef ref) {
    return Objects.requireNonNull(outcomeOf(ref).failure()).code();
  }

  private static void assertRecorded(ResultVerdict verdict, dev.atf.protocol.v1.TaskStatus status) {
    assertThat(verdict)
        .isEqualTo(
            ResultVerdict.newBuilder().setVerdict(Verdict.RECORDED).setStatus(status).build());
  }

  private static byte[] bytes(int count) {
    var bytes = new byte[count];
    Arrays.fill(bytes, (byte) 'x');
    return bytes;
  }
}
