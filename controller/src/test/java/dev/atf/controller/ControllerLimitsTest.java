package dev.atf.controller;

import static dev.atf.controller.ControllerRig.LONG;
import static dev.atf.controller.ControllerRig.PATIENT;
import static dev.atf.controller.ControllerRig.queueOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskRef;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.Work;
import dev.atf.queue.ReceivedTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests gates, full lambdas, priorities under load, and an unavailable HSC. */
@Timeout(180)
final class ControllerLimitsTest {
  private final ControllerRig rig = new ControllerRig(PATIENT);

  @AfterEach
  void close() {
    // Rigs share nothing: the next test need not wait for the end of two servers.
    new Thread(rig::close, "close-rig").start();
  }

  @Test
  void messagesOfTasksThatAClosedGateTookAreDeleted() throws Exception {
    var parked = rig.newRef();
    var dropped = rig.newRef();
    rig.hsc.refusals.put(id(parked), refusal(ClaimRefusal.Reason.PAUSED));
    rig.hsc.refusals.put(id(dropped), refusal(ClaimRefusal.Reason.DROPPED));
    var call = rig.ask(10, LONG);
    rig.push("high", parked);
    rig.push("high", dropped);

    rig.time.passUntilAsserted(() -> assertThat(deletedRefs()).contains(parked, dropped));
    assertThat(call.isDone()).isFalse();
    var ready = rig.ready("low");

    assertThat(ids(rig.answer(call).getWorkList())).containsExactly(id(ready));
  }

  @Test
  void theQueuesOfAPausedLambdaAreNotPolledAndWhatIsBufferedGoesBack() throws Exception {
    var ref = buffered("high");
    rig.hsc.paused.add("resize");
    rig.time.passUntil(() -> rig.queue.depth(queueOf("high")) == 1);

    var whilePaused = rig.answer(rig.ask(1, Duration.ofMillis(700)));

    assertThat(whilePaused.getWorkList()).isEmpty();
    assertThat(rig.watched.polls).isEmpty();
    assertThat(rig.hsc.claims).isEmpty();
    rig.hsc.paused.clear();
    assertThat(rig.takeIds(1)).containsExactly(id(ref));
  }

  @Test
  void theQueuesOfALambdaWhoseNeedsAreNotOfferedAreNotPolledUntilTheyAre() throws Exception {
    var ref = buffered("high");
    rig.hsc.needs.put("resize", List.of("gpu", "mem-64g"));
    rig.time.passUntil(() -> rig.queue.depth(queueOf("high")) == 1);

    var whileUnfit = rig.answer(rig.ask(1, Duration.ofMillis(700)));

    assertThat(whileUnfit.getWorkList()).isEmpty();
    assertThat(rig.watched.polls).isEmpty();
    assertThat(rig.hsc.claims).isEmpty();
    rig.time.passUntilAsserted(
        () ->
            assertThat(missingNeeds(rig.hsc.descriptions.get(rig.hsc.descriptions.size() - 1)))
                .containsExactly("mem-64g"));

    rig.hsc.needs.put("resize", List.of("gpu"));
    assertThat(rig.takeIds(1)).containsExactly(id(ref));
    rig.time.passUntilAsserted(
        () ->
            assertThat(missingNeeds(rig.hsc.descriptions.get(rig.hsc.descriptions.size() - 1)))
                .isEmpty());
  }

  private static List<String> missingNeeds(DescribeLambdasRequest request) {
    return request.getWorkersList().stream()
        .flatMap(workers -> workers.getMissingNeedsList().stream())
        .toList();
  }

  @Test
  void needsOfOneLambdaDoNotHoldUpAnother() throws Exception {
    rig.registerOther();
    rig.hsc.needs.put("resize", List.of("mem-64g"));
    var waiting = rig.ask(1, LONG);
    var other = rig.readyOther("low");
    var request = ControllerRig.request(1, LONG).toBuilder().setLambda("send-email").build();

    assertThat(ids(rig.answer(rig.ask(request)).getWorkList())).containsExactly(id(other));
    assertThat(waiting.isDone()).isFalse();
  }

  @Test
  void aFullLambdaIsAskedForOnlyWhenItSaysSoAndItsReferenceIsKept() throws Exception {
    rig.hsc.full.put("resize", Duration.ofMillis(400));
    var ref = buffered("high");
    var call = rig.ask(1, LONG);
    rig.time.passUntil(() -> rig.hsc.claims.size() >= 4);
    rig.hsc.full.clear();

    assertThat(ids(rig.answer(call).getWorkList())).containsExactly(id(ref));

    var times = List.copyOf(rig.hsc.claimedAt);
    for (int i = 1; i < times.size(); i++) {
      assertThat(Duration.ofNanos(times.get(i) - times.get(i - 1)))
          .isGreaterThanOrEqualTo(Duration.ofMillis(400));
    }
    assertThat(rig.watched.released).isEmpty();
    assertThat(rig.counter("atf.controller.verdicts", "lambda", "resize", "verdict", "lambda_full"))
        .isGreaterThanOrEqualTo(4);
  }

  @Test
  void aFullLambdaDoesNotHoldUpAnother() throws Exception {
    rig.registerOther();
    rig.hsc.full.put("resize", Duration.ofSeconds(10));
    rig.ready("high");
    var waiting = rig.ask(1, LONG);
    rig.time.passUntil(() -> rig.hsc.claims.size() == 1);

    for (int i = 0; i < 3; i++) {
      var other = rig.readyOther("low");
      var request = ControllerRig.request(1, LONG).toBuilder().setLambda("send-email").build();
      var work = rig.answer(rig.ask(request)).getWorkList();
      assertThat(ids(work)).containsExactly(id(other));
    }

    assertThat(waiting.isDone()).isFalse();
    assertThat(rig.hsc.claims).filteredOn(claim -> claim.getLambda().equals("resize")).hasSize(1);
  }

  @Test
  void aLimitedLambdaRunsItsBestFirstAndIsAskedForWhenAnAttemptHasEnded() throws Exception {
    var free = new AtomicInteger(1);
    rig.hsc.free.put("resize", free);
    var low = IntStream.range(0, 4).mapToObj(i -> buffered("low")).map(ref -> id(ref)).toList();
    var high = IntStream.range(0, 4).mapToObj(i -> buffered("high")).map(ref -> id(ref)).toList();
    var order = new ArrayList<String>();
    var request = ControllerRig.request(1, LONG);
    for (int i = 0; i < 8; i++) {
      var work = rig.answer(rig.ask(request)).getWorkList();
      order.addAll(ids(work));
      free.incrementAndGet();
      request = request.toBuilder().clearDone().addDone(work.get(0).getClaimId()).build();
    }

    assertThat(order.subList(0, 4)).isEqualTo(high);
    assertThat(order.subList(4, 8)).isEqualTo(low);
    assertThat(rig.counter("atf.controller.verdicts", "lambda", "resize", "verdict", "lambda_full"))
        .isZero();
  }

  @Test
  void noMoreIsAskedForThanMayRun() throws Exception {
    rig.hsc.free.put("resize", new AtomicInteger(4));
    for (int i = 0; i < 10; i++) {
      buffered("high");
    }

    assertThat(rig.answer(rig.ask(1, LONG)).getWorkList()).hasSize(1);
    assertThat(rig.answer(rig.ask(10, LONG)).getWorkList()).hasSize(3);

    assertThat(rig.hsc.claims).extracting(ClaimTasksRequest::getTasksCount).containsExactly(1, 3);
  }

  @Test
  @Tag("F12")
  void theFailingClaimsOfOneLambdaDoNotHoldUpAnother() throws Exception {
    rig.registerOther();
    rig.hsc.failing.add("send-email");
    for (int i = 0; i < 20; i++) {
      rig.readyOther("high");
    }
    var others = ControllerRig.request(10, LONG).toBuilder().setLambda("send-email");
    for (int i = 0; i < 8; i++) {
      var unused = rig.ask(others.setExecutorId("host:2:n" + i).build());
    }
    rig.time.passUntil(() -> failedClaims() >= 20);

    rig.ready("high");
    assertThat(rig.takeIds(1)).hasSize(1);

    assertThat(rig.counter("atf.controller.breaker.opened")).isZero();
  }

  private long failedClaims() {
    return rig.hsc.claims.stream().filter(claim -> claim.getLambda().equals("send-email")).count();
  }

  @Test
  void handsOutClaimedTasksWhenAnotherLambdaIsFull() throws Exception {
    var room = buffered("high");
    var none = buffered("high");
    rig.hsc.refusals.put(id(none), refusal(ClaimRefusal.Reason.LAMBDA_FULL));

    assertThat(ids(rig.answer(rig.ask(2, LONG)).getWorkList())).containsExactly(id(room));
    assertThat(rig.takeIds(1)).containsExactly(id(none));
  }

  @Test
  void keepsATaskOfAFullKeyAndHandsOutOthers() throws Exception {
    var other = buffered("high");
    var full = buffered("high");
    rig.hsc.refusals.put(id(full), refusal(ClaimRefusal.Reason.KEY_FULL));

    assertThat(ids(rig.answer(rig.ask(2, LONG)).getWorkList())).containsExactly(id(other));
    assertThat(rig.takeIds(1)).containsExactly(id(full));
    assertThat(rig.watched.released).isEmpty();
  }

  @Test
  void theBufferDoesNotFillUpWithLowWhileHighHasMessages() throws Exception {
    for (int i = 0; i < 40; i++) {
      rig.ready("low");
      rig.ready("high");
    }

    for (int i = 0; i < 8; i++) {
      rig.answer(rig.ask(1, LONG));
    }

    // On a slow machine, one may be requested after its ageing time.
    assertThat(rig.watched.receivedOf(queueOf("low"))).isLessThanOrEqualTo(1);
    assertThat(rig.watched.receivedOf(queueOf("high"))).isGreaterThanOrEqualTo(8);
  }

  @Test
  @Tag("F19")
  void underAPermanentHighLoadLowGetsItsShare() throws Exception {
    var low = new HashSet<String>();
    for (int i = 0; i < 60; i++) {
      low.add(id(rig.ready("low")));
    }
    var served = new ArrayList<String>();
    for (int turn = 0; turn < 80; turn++) {
      while (rig.queue.depth(queueOf("high")) < 40) {
        rig.ready("high");
      }
      served.addAll(ids(rig.answer(rig.ask(10, LONG)).getWorkList()));
    }

    long lowServed = served.stream().filter(low::contains).count();
    // Its weight is 1 of 19. What it is owed may be on its way from the queue: a batch at most.
    assertThat(lowServed).isGreaterThanOrEqualTo(served.size() / 19 - 2);
    assertThat(lowServed).isLessThan(served.size() / 8);
  }

  @Test
  @Tag("F14")
  void whenTheHscIsDeadMessagesGoBackAndPollingStopsUntilItAnswers() throws Exception {
    var refs = List.of(id(buffered("high")), id(buffered("high")), id(buffered("low")));
    rig.hsc.stop();

    var call = rig.ask(1, Duration.ofSeconds(20));
    rig.time.passUntil(() -> rig.queue.depth(queueOf("high")) == 2);
    rig.time.passUntil(() -> rig.queue.depth(queueOf("low")) == 1);
    rig.time.passUntil(() -> rig.counter("atf.controller.breaker.opened") > 0);
    int polls = rig.watched.polls.size();
    var during = rig.answer(rig.ask(1, Duration.ofMillis(600)));

    assertThat(during.getWorkList()).isEmpty();
    assertThat(rig.watched.polls).hasSize(polls);
    assertThat(rig.queue.depth(queueOf("high"))).isEqualTo(2);
    assertThat(rig.watched.deleted).isEmpty();

    rig.hsc.start();
    var taken = new ArrayList<>(ids(rig.answer(call).getWorkList()));
    taken.addAll(rig.takeIds(3 - taken.size()));
    assertThat(taken).containsExactlyInAnyOrderElementsOf(refs);
  }

  @Test
  void theHscIsToldWhoAsksAndWhatItsExecutorsDo() throws Exception {
    rig.ready("high");
    rig.takeIds(1);
    var waiting = rig.ask(1, LONG);

    rig.time.passUntilAsserted(
        () -> {
          var last = rig.hsc.descriptions.get(rig.hsc.descriptions.size() - 1);
          assertThat(last.getControllerId()).matches("[A-Za-z0-9._-]+:[0-9]+:[0-9a-f]{16}");
          assertThat(last.getWorkersList())
              .filteredOn(worker -> worker.getLambda().equals("resize"))
              .singleElement()
              .satisfies(
                  worker -> {
                    assertThat(worker.getWaiting()).isEqualTo(1);
                    assertThat(worker.getHandedOut()).isEqualTo(1);
                  });
        });
    assertThat(waiting.isDone()).isFalse();
  }

  /** A task that is ready and whose message the controller has received. */
  private TaskRef buffered(String priority) {
    var ref = rig.received(priority);
    assertThat(rig.matcher().arrived(List.of(ref))).isEmpty();
    return ref.message().ref();
  }

  private static ClaimRefusal refusal(ClaimRefusal.Reason reason) {
    return ClaimRefusal.newBuilder()
        .setReason(reason)
        .setRetryAfter(ProtoTimes.proto(Duration.ofMillis(500)))
        .build();
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
