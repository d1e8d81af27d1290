package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.base.Throwables;
import dev.atf.executor.ExitCode;
import dev.atf.executor.Outcome;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.protocol.v1.Work;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class SlotTest {
  private final Work work = FakeCluster.work("a", Rig.LAMBDA, "{}");

  @Test
  void workIsAskedForInOneTurnAndRunAndReportedInTheNext() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success("done"));
    rig.cluster.queue.add(work);

    rig.slot.turn();
    assertThat(rig.running.all()).hasSize(1);
    rig.slot.turn();

    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.slot.isIdle()).isTrue();
    var result = rig.recorded(work).orElseThrow();
    assertThat(result.getSuccess().getResult().toStringUtf8()).isEqualTo("\"done\"");
    assertThat(result.getSuccess().getContentType()).isEqualTo("application/json");
    assertThat(result.getAttempt()).isEqualTo(2);
  }

  @Test
  @Tag("E6.3")
  void theFirstDeadlineIsTheSendingPlusWaitedPlusLease() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    rig.cluster.waited = Duration.ofSeconds(7);
    rig.cluster.duringCall = () -> rig.clock.advance(Duration.ofSeconds(10));

    var attempt = rig.holds("a");

    assertThat(rig.left(attempt)).isEqualTo(Duration.ofSeconds(22));
  }

  @Test
  void aControllerThatClaimsSlowlyAtTheEndOfItsWaitIsWaitedFor() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    rig.cluster.queue.add(work);
    var twoTriesOfAClaim = Duration.ofSeconds(4);
    rig.cluster.answersAfter = Rig.HOLD_FOR.plus(twoTriesOfAClaim).plus(rig.lease.callTimeout());

    rig.slot.turn();

    assertThat(rig.running.all()).hasSize(1);
  }

  @Test
  @Tag("E6.3")
  void workThatArrivesLateIsReturnedUnstarted() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    rig.cluster.queue.add(work);
    rig.cluster.duringCall =
        () ->
            rig.clock.advance(Duration.ofSeconds(25).minus(rig.lease.startMargin()).plusMillis(1));

    rig.slot.turn();

    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.cluster.returned).hasSize(1);
    assertThat(rig.cluster.returned.get(0).getReason()).isEqualTo("ARRIVED_LATE");
    assertThat(rig.cluster.returned.get(0).getClaimId()).isEqualTo("claim-a");
  }

  @Test
  void workThatArrivesJustInTimeIsStarted() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    rig.cluster.queue.add(work);
    rig.cluster.duringCall =
        () -> rig.clock.advance(Duration.ofSeconds(25).minus(rig.lease.startMargin()));

    rig.slot.turn();

    assertThat(rig.running.all()).hasSize(1);
    assertThat(rig.cluster.returned).isEmpty();
  }

  @Test
  void workOfAnUnknownLambdaIsReturned() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    rig.cluster.queue.add(FakeCluster.work("a", "sculpt", "{}"));

    rig.slot.turn();

    assertThat(rig.cluster.returned.get(0).getReason()).isEqualTo("HANDLER_UNKNOWN");
    assertThat(rig.running.all()).isEmpty();
  }

  @Test
  void returnsWorkOfALambdaThatIsNotServed() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    rig.cluster.queue.add(FakeCluster.work("a", Rig.OTHER_LAMBDA, "{}"));

    rig.slot.turn();

    assertThat(rig.cluster.returned.get(0).getReason()).isEqualTo("HANDLER_UNKNOWN");
  }

  @Test
  @Tag("F30")
  void workThatCannotBeDoneHereIsCountedAndNotCircledAtFullSpeed() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    var waited = Duration.ZERO;

    for (int turn = 0; turn < 40; turn++) {
      rig.cluster.queue.add(FakeCluster.work("t" + turn, "sculpt", "{}"));
      waited = waited.plus(rig.slot.turn());
    }

    assertThat(waited).isGreaterThan(Duration.ofSeconds(30));
    assertThat(
            rig.metrics.counter("atf.executor.work.returned", "reason", "HANDLER_UNKNOWN").count())
        .isEqualTo(40);
    assertThat(rig.cluster.resultCalls).hasValue(0);
    rig.cluster.queue.add(work);
    assertThat(rig.slot.turn()).isZero();
  }

  @Test
  void drainReturnsTasksFetchedAhead() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    for (int i = 0; i < 100; i++) {
      rig.pace.busyFor(Duration.ZERO);
    }
    for (var taskId : List.of("one", "two", "three")) {
      rig.cluster.queue.add(FakeCluster.work(taskId, Rig.LAMBDA, "{}"));
    }
    rig.slot.turn();
    rig.drain.begin();

    while (!rig.slot.isFinished()) {
      rig.slot.turn();
    }
    rig.clock.advance(Reporter.LINGER);
    rig.reporter.turn();

    assertThat(rig.cluster.recorded).hasSize(1);
    assertThat(rig.cluster.returned)
        .extracting(ReturnedWork::getTaskId, ReturnedWork::getReason)
        .containsExactlyInAnyOrder(tuple("two", "DRAINING"), tuple("three", "DRAINING"));
  }

  @Test
  void workThatComesWhileDrainingIsReturned() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    rig.cluster.queue.add(work);
    rig.cluster.duringCall = rig.drain::begin;

    rig.slot.turn();
    assertThat(rig.cluster.returned.get(0).getReason()).isEqualTo("DRAINING");
    rig.slot.turn();

    assertThat(rig.slot.isFinished()).isTrue();
  }

  @Test
  void returnsALaterClaimOfARunningTaskAndLosesTheEarlierOne() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    var earlier =
        new RunningAttempt(
            work.toBuilder().setEpoch(2).setClaimId("earlier").build(),
            rig.clock.nanos() + 1 - Duration.ofSeconds(25).toNanos());
    rig.running.add(earlier);
    rig.cluster.queue.add(work);

    rig.slot.turn();

    assertThat(rig.cluster.returned.get(0).getReason()).isEqualTo("STILL_RUNNING");
    assertThat(earlier.isLost()).isTrue();
  }

  @Test
  void workThatTheSupervisorCannotBeToldOfIsReturned() throws Exception {
    var rig =
        new Rig(
            (payload, context) -> Outcome.success(),
            new BrokenNotice(new IOException("disk full")));
    rig.cluster.queue.add(work);

    rig.slot.turn();

    assertThat(rig.cluster.returned.get(0).getReason()).isEqualTo("UNCOVERED");
    assertThat(rig.running.all()).isEmpty();
  }

  @Test
  @Tag("E9.1")
  void reportsAndHeartbeatsUntilADefiniteAnswer() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success("done"));
    rig.holds("a");
    rig.cluster.hscDown = true;
    rig.slot.turn();
    repeatReport(rig);
    repeatReport(rig);
    rig.cluster.hscDown = false;
    rig.heartbeat.turn();
    assertThat(rig.cluster.heartbeats).hasSize(1);
    rig.cluster.lostResultReplies.set(2);
    repeatReport(rig);
    repeatReport(rig);
    assertThat(rig.running.all()).hasSize(1);

    repeatReport(rig);

    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.cluster.recorded).hasSize(1);
    assertThat(rig.cluster.resultCalls).hasValue(6);
  }

  @Test
  void takesNoWorkWhileAResultHasNoAnswer() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success("done"));
    rig.holds("a");
    rig.cluster.hscDown = true;
    rig.slot.turn();
    rig.cluster.queue.add(FakeCluster.work("b", Rig.LAMBDA, "{}"));

    assertThat(rig.slot.turn()).isPositive();
    assertThat(rig.cluster.held).containsOnlyKeys("a");
    rig.cluster.hscDown = false;
    repeatReport(rig);
    rig.slot.turn();

    assertThat(rig.running.all()).extracting(RunningAttempt::taskId).containsExactly("b");
  }

  /** Lets the pause after a failed report pass, and sends it again. */
  private static void repeatReport(Rig rig) {
    rig.clock.advance(Rig.BACKOFF.max());
    rig.reporter.turn();
  }

  @Test
  void aResultThatGetsNoAnswerForTooLongIsLeftToItsLease() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success("done"));
    rig.holds("a");
    rig.cluster.lostResultReplies.set(1_000);
    rig.slot.turn();
    rig.clock.advance(Rig.TUNING.resultTimeout().minusMillis(1));
    rig.reporter.turn();
    assertThat(rig.running.all()).hasSize(1);

    repeatReport(rig);

    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.slot.isIdle()).isTrue();
    assertThat(rig.metrics.counter("atf.executor.attempts", "outcome", "UNREPORTED").count())
        .isEqualTo(1);
    rig.heartbeat.turn();
    assertThat(rig.cluster.heartbeats).isEmpty();
  }

  @Test
  void aRefusedResultIsNotRepeated() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success("done"));
    rig.holds("a");
    rig.cluster.held.clear();

    rig.slot.turn();

    assertThat(rig.cluster.resultCalls).hasValue(1);
    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.slot.isIdle()).isTrue();
  }

  @Test
  void theResultOfALostClaimIsDiscarded() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success("done"));
    var attempt = rig.holds("a");
    rig.cluster.hscDown = true;
    rig.slot.turn();

    rig.running.lost(attempt);
    repeatReport(rig);

    assertThat(rig.cluster.resultCalls).hasValue(1);
    assertThat(rig.slot.isIdle()).isTrue();
    assertThat(rig.metrics.counter("atf.executor.attempts", "outcome", "DISCARDED").count())
        .isEqualTo(1);
  }

  @Test
  @Tag("E6.1")
  void aControllerThatIsAwayIsAskedAgainAfterABackoff() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());
    rig.cluster.controllerDown = true;

    for (int turn = 0; turn < 40; turn++) {
      assertThat(rig.slot.turn()).isBetween(Duration.ofMillis(1), Rig.BACKOFF.max());
    }
    rig.cluster.controllerDown = false;
    rig.holds("a");

    assertThat(rig.running.all()).hasSize(1);
  }

  @Test
  void aControllerThatDoesNotWaitIsNotSpunOn() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success());

    assertThat(rig.slot.turn()).isPositive();
  }

  @Test
  void memoryThatIsExhaustedEndsTheProcess() throws Exception {
    var rig =
        new Rig(
            (payload, context) -> {
              throw new OutOfMemoryError("test");
            });
    rig.holds("a");

    rig.slot.turn();

    assertThat(rig.terminator.codes()).containsExactly(ExitCode.OUT_OF_MEMORY);
  }

  @Test
  void memoryThatWasExhaustedInAPoolOfTheHandlersEndsTheProcessToo() throws Exception {
    var rig =
        new Rig(
            (payload, context) -> {
              throw new ExecutionException(new OutOfMemoryError("test"));
            });
    rig.holds("a");

    rig.slot.turn();

    assertThat(rig.terminator.codes()).containsExactly(ExitCode.OUT_OF_MEMORY);
  }

  @Test
  @Tag("F25")
  void aStackThatOverflowsIsAFailedAttemptOnly() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success(depth(1)));
    rig.holds("a");

    rig.slot.turn();
    rig.slot.turn();

    assertThat(rig.terminator.codes()).isEmpty();
    var failure = rig.recorded(work).orElseThrow().getRetriableFailure().getFailure();
    assertThat(failure.getCode()).isEqualTo("HANDLER_THREW");
    assertThat(failure.getMessage()).isEqualTo("java.lang.StackOverflowError");
  }

  @Test
  void aRunThatThrowsIsNotRunAgain() throws Exception {
    var calls = new AtomicInteger();
    var rig = rigWhoseRunThrows(calls);
    rig.holds("a");

    assertThatThrownBy(rig.slot::turn).isInstanceOf(AssertionError.class);
    rig.slot.turn();

    assertThat(calls).hasValue(1);
    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.slot.isIdle()).isTrue();
    assertThat(rig.metrics.counter("atf.executor.attempts", "outcome", "UNREPORTED").count())
        .isEqualTo(1);
  }

  private static Rig rigWhoseRunThrows(AtomicInteger calls) {
    var rig =
        new Rig(
            (payload, context) -> {
              calls.incrementAndGet();
              throw new OutOfMemoryError("test");
            });
    rig.terminator.breaks = true;
    return rig;
  }

  @Test
  void aRunWhoseOutcomeCannotBeCountedIsNotRunAgain() throws Exception {
    var calls = new AtomicInteger();
    var rig = rigWhoseRunThrows(calls);
    rig.metrics
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public MeterFilterReply accept(Meter.Id id) {
                throw new IllegalStateException("no meters");
              }
            });
    rig.holds("a");

    assertThatThrownBy(rig.slot::turn).hasMessage("no meters");
    rig.slot.turn();

    assertThat(calls).hasValue(1);
    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.slot.isIdle()).isTrue();
  }

  @Test
  void aReportThatCannotBeSentIsTriedAgain() throws Exception {
    var rig = new Rig((payload, context) -> Outcome.success("done"));
    rig.holds("a");
    rig.cluster.duringReport =
        () -> {
          throw new IllegalStateException("the connection is closed");
        };
    rig.slot.turn();
    assertThat(rig.recorded(work)).isEmpty();
    rig.cluster.duringReport = () -> {};

    repeatReport(rig);

    assertThat(rig.recorded(work)).isPresent();
  }

  @Test
  void workWhoseCoverBreaksIsReturnedAndNotKeptAlive() throws Exception {
    var rig =
        new Rig(
            (payload, context) -> Outcome.success(),
            new BrokenNotice(new IllegalStateException("test")));
    rig.cluster.queue.add(work);

    rig.slot.turn();

    assertThat(rig.cluster.returned.get(0).getReason()).isEqualTo("UNCOVERED");
    assertThat(rig.running.all()).isEmpty();
  }

  @SuppressWarnings("InfiniteRecursion") // that is the test
  private static int depth(int depth) {
    return depth(depth + 1) + 1;
  }

  private record BrokenNotice(Exception fault) implements DeadlineNotice {
    @Override
    public void cover(RunningAttempt attempt) throws IOException {
      Throwables.throwIfInstanceOf(fault, IOException.class);
      Throwables.throwIfUnchecked(fault);
    }

    @Override
    public void refresh() {}
  }
}
