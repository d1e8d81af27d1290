package dev.atf.controller;

import static dev.atf.controller.ControllerRig.LONG;
import static dev.atf.controller.ControllerRig.PATIENT;
import static dev.atf.controller.ControllerRig.queueOf;
import static dev.atf.controller.ManualTime.awaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.TaskRef;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.protocol.v1.Work;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
final class ControllerTest {
  private ControllerRig rig = new ControllerRig(PATIENT);

  @AfterEach
  void close() {
    // Rigs share nothing: the next test need not wait for the end of two servers.
    var done = rig;
    new Thread(done::close, "close-rig").start();
  }

  @Test
  void aWaitingCallIsGivenWhatComes() throws Exception {
    var call = rig.ask(1, LONG);

    var ref = rig.ready("normal");

    var work = rig.answer(call).getWork(0);
    assertThat(work.getTaskId()).isEqualTo(ref.taskId().value());
    assertThat(work.getEpoch()).isEqualTo(ref.epoch());
    assertThat(work.getClaimId()).isEqualTo(rig.hsc.claims.get(0).getTasks(0).getClaimId());
  }

  @Test
  void aQueueThatIsGoneIsMadeAnew() throws Exception {
    var call = rig.ask(1, LONG);
    rig.queue.delete(queueOf("normal"));
    rig.watched.check();

    rig.time.passUntil(
        () -> rig.queue.push(queueOf("normal"), List.of(TaskMessage.of(rig.newRef()))).isEmpty());

    var ref = rig.ready("normal");
    assertThat(rig.answer(call).getWork(0).getTaskId()).isEqualTo(ref.taskId().value());
  }

  @Test
  void everyTaskOfEveryPriorityIsHandedOutOnce() throws Exception {
    var refs = new ArrayList<String>();
    for (int i = 0; i < 60; i++) {
      refs.add(rig.ready(List.of("high", "normal", "low").get(i % 3)).taskId().value());
    }

    assertThat(rig.takeIds(60)).containsExactlyInAnyOrderElementsOf(refs);
    rig.time.passUntilAsserted(() -> assertThat(rig.watched.deleted).hasSize(60));
  }

  @Test
  void theBestPriorityIsHandedOutFirst() throws Exception {
    var low = buffered("low");
    var high = buffered("high");
    var normal = buffered("normal");

    var first = rig.answer(rig.ask(2, LONG));

    assertThat(ids(first.getWorkList())).containsExactly(id(high), id(normal));
    assertThat(ids(rig.answer(rig.ask(2, LONG)).getWorkList())).containsExactly(id(low));
  }

  @Test
  void anEmptyAnswerComesWhenTheWaitEnds() throws Exception {
    var response = rig.answer(rig.ask(1, Duration.ofMillis(200)));

    assertThat(response.getWorkList()).isEmpty();
    assertThat(ProtoTimes.java(response.getWaited()))
        .isGreaterThanOrEqualTo(Duration.ofMillis(200));
  }

  @Test
  void waitedTellsHowLongTheCallWasHeldBeforeTheClaimWasSent() throws Exception {
    var call = rig.ask(1, LONG);
    rig.time.pass(Duration.ofMillis(300));
    assertThat(call.isDone()).isFalse();
    rig.hsc.storeFailures.set(1);

    rig.ready("high");
    var response = rig.answer(call);

    // It covers the wait, and not the failed first try, which may have made the claim.
    assertThat(ProtoTimes.java(response.getWaited())).isGreaterThan(Duration.ofMillis(290));
    assertThat(rig.hsc.claims).hasSize(2);
  }

  @Test
  @Tag("E5.2")
  void aMessageIsDeletedAfterTheVerdictAndNotBefore() throws Exception {
    close();
    rig = new ControllerRig(new ControllerRig.Tuning(LONG, Duration.ofSeconds(1), 20));
    rig.hsc.silentCalls.set(1);
    var call = rig.ask(1, LONG);
    rig.ready("high");

    rig.time.passUntil(() -> rig.hsc.claims.size() == 1);
    assertThat(rig.watched.deleted).isEmpty();

    assertThat(rig.answer(call).getWorkList()).hasSize(1);
    rig.time.passUntil(() -> rig.watched.deleted.size() == 1);
    assertThat(rig.hsc.claims).hasSize(2);
  }

  @Test
  @Tag("E4.4")
  @Tag("F9")
  void staleReferencesAreDeletedAndNeverHandedOut() throws Exception {
    var stale = rig.stale("high");
    var call = rig.ask(10, LONG);
    rig.time.passUntil(() -> deletedRefs().contains(stale));
    assertThat(call.isDone()).isFalse();

    var ready = rig.ready("low");

    assertThat(ids(rig.answer(call).getWorkList())).containsExactly(id(ready));
    assertThat(rig.counter("atf.controller.verdicts", "lambda", "resize", "verdict", "stale"))
        .isEqualTo(1);
  }

  @Test
  void aTaskThatIsNotDueComesBackAfterItsTime() throws Exception {
    var early = rig.newRef();
    rig.hsc.enqueue(early);
    rig.hsc.refusals.put(id(early), refusal(ClaimRefusal.Reason.NOT_DUE, Duration.ofMillis(1600)));
    var call = rig.ask(1, LONG);

    rig.push("high", early);

    // All were refused, so the call waits on, and is given the task when it comes again.
    assertThat(ids(rig.answer(call).getWorkList())).containsExactly(id(early));
    assertThat(rig.hsc.claims).hasSize(2);
    assertThat(rig.watched.released)
        .extracting(WatchedQueue.Release::delay)
        .containsExactly(Duration.ofSeconds(2));
    assertThat(rig.counter("atf.controller.not.due")).isEqualTo(1);
  }

  @Test
  void aTaskThatTheHscCannotReadComesBackLaterAndIsNoSignOfClocksApart() throws Exception {
    var unreadable = rig.newRef();
    rig.hsc.enqueue(unreadable);
    rig.hsc.refusals.put(
        id(unreadable), refusal(ClaimRefusal.Reason.UNREADABLE, Duration.ofMillis(1600)));
    var call = rig.ask(1, LONG);

    rig.push("high", unreadable);

    assertThat(ids(rig.answer(call).getWorkList())).containsExactly(id(unreadable));
    assertThat(rig.watched.released)
        .extracting(WatchedQueue.Release::delay)
        .containsExactly(Duration.ofSeconds(2));
    assertThat(rig.counter("atf.controller.not.due")).isZero();
  }

  @Test
  void aTaskThatIsEarlyByLessThanClocksDifferIsKeptUntilItsTime() throws Exception {
    var early = rig.newRef();
    rig.hsc.enqueue(early);
    rig.hsc.refusals.put(id(early), refusal(ClaimRefusal.Reason.NOT_DUE, Duration.ofMillis(100)));
    var call = rig.ask(1, LONG);

    rig.push("high", early);

    assertThat(ids(rig.answer(call).getWorkList())).containsExactly(id(early));
    assertThat(rig.watched.released).isEmpty();
    var times = List.copyOf(rig.hsc.claimedAt);
    assertThat(times).hasSize(2);
    assertThat(Duration.ofNanos(times.get(1) - times.get(0)))
        .isBetween(Duration.ofMillis(100), Duration.ofMillis(900));
    assertThat(rig.counter("atf.controller.not.due")).isZero();
  }

  @Test
  void aTaskOfAnotherLambdaIsDeletedAndNotHandedOut() throws Exception {
    var stray = rig.newRef();
    rig.hsc.refusals.put(id(stray), refusal(ClaimRefusal.Reason.WRONG_LAMBDA, Duration.ZERO));
    var call = rig.ask(1, LONG);
    rig.push("high", stray);

    rig.time.passUntil(() -> deletedRefs().contains(stray));

    assertThat(call.isDone()).isFalse();
  }

  @Test
  @Tag("E7.2")
  void aLostReplyIsAskedForAgainWithTheSameClaimId() throws Exception {
    rig.hsc.lostReplies.set(2);
    var ref = rig.ready("high");

    var work = rig.answer(rig.ask(1, LONG)).getWork(0);

    var claimIds =
        rig.hsc.claims.stream().map(claim -> claim.getTasks(0)).map(ClaimTask::getClaimId);
    assertThat(claimIds).hasSize(3).containsOnly(work.getClaimId());
    assertThat(work.getTaskId()).isEqualTo(id(ref));
    assertThat(rig.answer(rig.ask(1, Duration.ofMillis(100))).getWorkList()).isEmpty();
  }

  @Test
  @Tag("E7.1")
  void whileTheHscIsDownNothingIsLostOrDeleted() throws Exception {
    var ref = buffered("high");
    rig.hsc.stop();

    var response = rig.answer(rig.ask(1, Duration.ofSeconds(1)));

    assertThat(response.getWorkList()).isEmpty();
    assertThat(rig.watched.deleted).isEmpty();
    assertThat(rig.counter("atf.controller.claim.failures", "lambda", "resize")).isPositive();

    rig.hsc.start();
    assertThat(rig.takeIds(1)).containsExactly(id(ref));
  }

  @Test
  @Tag("E7.3")
  void anAnswerThatComesTooLateIsNotUsed() throws Exception {
    close();
    rig = new ControllerRig(new ControllerRig.Tuning(LONG, Duration.ofMillis(200), 20));
    rig.hsc.silentCalls.set(3);
    rig.ready("high");

    var response = rig.answer(rig.ask(1, Duration.ofSeconds(2)));

    // Every try timed out: the message is left to its visibility, here ten minutes.
    assertThat(response.getWorkList()).isEmpty();
    assertThat(rig.watched.deleted).isEmpty();
    assertThat(rig.watched.released).isEmpty();
  }

  @Test
  @Tag("E4.3")
  void overAgedReferencesGoBackToTheirQueueUnclaimed() {
    close();
    rig =
        new ControllerRig(
            new ControllerRig.Tuning(Duration.ofMillis(100), Duration.ofSeconds(2), 20));
    var ref = buffered("low");

    rig.time.passUntil(() -> !rig.watched.released.isEmpty());

    var release = rig.watched.released.get(0);
    assertThat(release.message().ref()).isEqualTo(ref);
    assertThat(release.delay()).isEqualTo(Duration.ZERO);
    assertThat(rig.hsc.claims).isEmpty();
    assertThat(rig.queue.depth(queueOf("low"))).isEqualTo(1);
  }

  @Test
  void theBufferIsBounded() {
    var refs = new ArrayList<BufferedRef>();
    for (int i = 0; i < 25; i++) {
      refs.add(rig.received("high"));
    }

    var left = rig.matcher().arrived(refs);

    assertThat(left).isEqualTo(refs.subList(20, 25));
    assertThat(rig.matcher().bufferedCount(queueOf("high"))).isEqualTo(20);
  }

  @Test
  void queuesArePolledOnDemandAlone() throws Exception {
    rig.ready("high");
    rig.time.pass(Duration.ofMillis(500));
    assertThat(rig.watched.polls).isEmpty();

    rig.takeIds(1);

    assertThat(rig.watched.polls)
        .extracting(poll -> poll.queue().lambda())
        .containsOnly(ControllerRig.LAMBDA);
  }

  @Test
  void aHostThatWantsOneTaskDoesNotHideTenFromOthers() throws Exception {
    for (int i = 0; i < 30; i++) {
      rig.ready("high");
    }

    rig.answer(rig.ask(1, LONG));

    assertThat(rig.watched.polls.get(0).max()).isEqualTo(1);
    assertThat(rig.watched.received).hasSizeLessThan(10);
  }

  @Test
  @Tag("E6.6")
  void aCallerThatHasGoneIsGivenNothing() throws Exception {
    var gone = rig.ask(1, LONG);
    awaiting().until(() -> rig.matcher().waitingCount(ControllerRig.LAMBDA) == 1);

    gone.cancel(true);
    awaiting().until(() -> rig.matcher().waitingCount(ControllerRig.LAMBDA) == 0);
    var ref = rig.ready("high");

    assertThat(rig.takeIds(1)).containsExactly(id(ref));
    assertThat(rig.hsc.claims).hasSize(1);
  }

  @Test
  void aLambdaThatIsRegisteredLaterIsServedThen() throws Exception {
    close();
    rig = new ControllerRig(PATIENT, false);
    var ref = rig.ready("high");
    var call = rig.ask(1, LONG);

    rig.register();

    assertThat(ids(rig.answer(call).getWorkList())).containsExactly(id(ref));
  }

  @Test
  void drainingGivesBufferedReferencesBackAtOnce() {
    buffered("high");
    buffered("low");

    rig.drain();

    assertThat(rig.queue.depth(queueOf("high"))).isEqualTo(1);
    assertThat(rig.queue.depth(queueOf("low"))).isEqualTo(1);
    assertThat(rig.hsc.claims).isEmpty();
  }

  @Test
  void drainingSendsWaitingCallsElsewhere() {
    var call = rig.ask(1, LONG);
    awaiting().until(() -> rig.matcher().waitingCount(ControllerRig.LAMBDA) == 1);

    rig.drain();

    assertThatThrownBy(() -> rig.answer(call))
        .cause()
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.DRAINING));
  }

  @Test
  void aClaimThatASlowHscAnswersDuringTheDrainIsHandedOutAndItsMessageDeleted() throws Exception {
    var answered = new CountDownLatch(1);
    rig.hsc.answersWaitFor = answered;
    var ref = rig.ready("high");
    var call = rig.ask(1, LONG);
    rig.time.passUntil(() -> rig.hsc.claims.size() == 1);

    var draining = rig.beginDraining();
    awaiting().until(() -> advanced(Duration.ofMillis(100)) && !rig.isTurned("claim-1"));
    // Longer than the time after which polls and loops are interrupted.
    rig.time.advance(Duration.ofSeconds(2));
    awaiting().during(Duration.ofMillis(100)).until(() -> !call.isDone());
    assertThat(rig.hsc.claims).hasSize(1);
    answered.countDown();

    assertThat(ids(rig.answer(call).getWorkList())).containsExactly(id(ref));
    rig.awaitDrained(draining);
    assertThat(rig.watched.deleted).hasSize(1);
  }

  @Test
  void messagesOfWorkThatWasHandedOutAreDeletedBeforeTheEnd() throws Exception {
    rig.ready("high");
    rig.takeIds(1);

    rig.drain();

    assertThat(rig.watched.deleted).hasSize(1);
  }

  @Test
  void theConnectionToTheQueuesIsClosedAfterAllElse() throws Exception {
    rig.ready("high");
    rig.takeIds(1);

    rig.drain();

    assertThat(rig.closedAfter).containsExactly(1);
  }

  @Test
  void aCallBeyondThoseThatMayWaitIsRefusedAtOnceAndTheNextIsNot() throws Exception {
    var waiting =
        IntStream.range(0, ControllerRig.WAITING_CALLS_MAX)
            .mapToObj(call -> rig.ask(1, LONG))
            .toList();
    assertThat(rig.matcher().waitingCount(ControllerRig.LAMBDA))
        .isEqualTo(ControllerRig.WAITING_CALLS_MAX);

    assertThatThrownBy(() -> rig.answer(rig.ask(1, LONG)))
        .cause()
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.OVERLOADED));
    waiting.get(0).cancel(true);
    awaiting()
        .until(
            () ->
                rig.matcher().waitingCount(ControllerRig.LAMBDA)
                    == ControllerRig.WAITING_CALLS_MAX - 1);

    assertThat(rig.answer(rig.ask(1, Duration.ZERO)).getWorkList()).isEmpty();
  }

  @Test
  void workThatIsReturnedReachesTheHsc() throws Exception {
    rig.ready("high");
    var work = rig.answer(rig.ask(1, LONG)).getWork(0);
    rig.hsc.storeFailures.set(1);

    rig.answer(rig.stub().returnWork(returned(work)));

    assertThat(rig.hsc.results).hasSize(2);
    var request = rig.hsc.results.get(1);
    assertThat(request.getLambda()).isEqualTo("resize");
    assertThat(request.getExecutorId()).isEqualTo("host:1:nonce");
    var result = request.getResults(0);
    assertThat(result.getAttemptRef().getClaimId()).isEqualTo(work.getClaimId());
    assertThat(result.getReturned().getReason()).isEqualTo("DRAINING");
  }

  @Test
  void badRequestsAreRefusedWithAllTheirFields() {
    var bad =
        ControllerRig.request(101, Duration.ofSeconds(31)).toBuilder()
            .setExecutorId("")
            .setLambda("another")
            .build();

    assertThatThrownBy(() -> rig.stub().nextWork(bad).get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .hasMessageStartingWith("INVALID_ARGUMENT")
        .hasMessageContaining("executorId:  (expected:")
        .hasMessageContaining(
            "lambda: another (expected: one that this controller serves: resize, send-email; see"
                + " its setting lambdas)")
        .hasMessageContaining("tasksMax: 101 (expected: 1-100)")
        .hasMessageContaining("wait: 31s (expected: 0s to 30s)");
    var readable =
        ReturnedWork.newBuilder().setTaskId("0".repeat(32)).setClaimId("0".repeat(32)).build();
    assertThatThrownBy(
            () ->
                rig.stub()
                    .returnWork(
                        ReturnWorkRequest.newBuilder()
                            .setExecutorId("e")
                            .addAllWork(Collections.nCopies(101, readable))
                            .addAllDone(Collections.nCopies(1_001, "c"))
                            .build())
                    .get(60, TimeUnit.SECONDS))
        .cause()
        .hasMessageContaining("work: 101 items (expected: at most 100)")
        .hasMessageContaining("done: 1001 items (expected: at most 1000)");
  }

  @Test
  void theWaitingCallsOfAnExecutorThatWantsNoMoreAreAnsweredAtOnce() throws Exception {
    var waiting = rig.ask(1, LONG);
    awaiting().until(() -> rig.matcher().waitingCount(ControllerRig.LAMBDA) == 1);

    rig.answer(rig.stub().returnWork(noMore("host:2:other")));
    assertThat(rig.matcher().waitingCount(ControllerRig.LAMBDA)).isEqualTo(1);
    rig.answer(rig.stub().returnWork(noMore("host:1:nonce")));

    assertThat(rig.answer(waiting).getWorkList()).isEmpty();
    assertThat(rig.hsc.claims).isEmpty();
  }

  private static ReturnWorkRequest noMore(String executorId) {
    return ReturnWorkRequest.newBuilder()
        .setExecutorId(executorId)
        .setLambda(ControllerRig.LAMBDA.value())
        .build();
  }

  private static ReturnWorkRequest returned(Work work) {
    return ReturnWorkRequest.newBuilder()
        .setExecutorId("host:1:nonce")
        .setLambda(work.getLambda())
        .addWork(
            ReturnedWork.newBuilder()
                .setTaskId(work.getTaskId())
                .setEpoch(work.getEpoch())
                .setClaimId(work.getClaimId())
                .setAttempt(work.getAttempt())
                .setReason("DRAINING"))
        .build();
  }

  private static ClaimRefusal refusal(ClaimRefusal.Reason reason, Duration retryAfter) {
    return ClaimRefusal.newBuilder()
        .setReason(reason)
        .setRetryAfter(ProtoTimes.proto(retryAfter))
        .build();
  }

  /** A task that is ready and whose message the controller has received. */
  private TaskRef buffered(String priority) {
    var ref = rig.received(priority);
    assertThat(rig.matcher().arrived(List.of(ref))).isEmpty();
    return ref.message().ref();
  }

  private boolean advanced(Duration by) {
    rig.time.advance(by);
    return true;
  }

  private List<TaskRef> deletedRefs() {
    return rig.watched.deleted.stream().map(ReceivedTask::ref).toList();
  }

  private static List<String> ids(List<Work> work) {
    return work.stream().map(Work::getTaskId).toList();
  }

  private static String id(TaskRef ref) {
    return ref.taskId().value();
  }
}
