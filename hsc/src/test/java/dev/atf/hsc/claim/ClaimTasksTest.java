package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.ENQUEUE_TIMEOUT;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static dev.atf.hsc.HscFixture.OTHER_EXECUTOR;
import static dev.atf.hsc.HscFixture.PAYLOAD;
import static dev.atf.hsc.HscFixture.claimTask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.hsc.HscFixture;
import dev.atf.model.Alarm;
import dev.atf.model.ClaimId;
import dev.atf.model.Lease;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transitions;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.StoreWrite;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ClaimTasksTest {
  private static final Duration STORED = LeaseTimes.DEFAULT.stored();

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
  void cancelledCallClaimsNoFurtherTasks() {
    var refs = Stream.generate(hsc::enqueued).limit(Claims.TASKS_MAX).toList();
    hsc.faults.hold(StoreWrite.by(TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM));
    var call =
        GrpcClients.newClient(
                "gproto+http://127.0.0.1:" + hsc.port() + "/",
                HscServiceGrpc.HscServiceFutureStub.class)
            .claimTasks(
                ClaimTasksRequest.newBuilder()
                    .setExecutorId(EXECUTOR.value())
                    .setLambda(LAMBDA.value())
                    .addAllTasks(
                        refs.stream().map(ref -> HscFixture.claimTask(ref, CLAIM)).toList())
                    .build());
    await().until(() -> hsc.faults.writes() == HscFixture.WRITERS);

    call.cancel(true);
    // Comes after the cancellation, on the same connection.
    hsc.heartbeat();
    hsc.faults.letGo();
    // Comes after what is left of the call, in the same bulkhead.
    hsc.claim(hsc.enqueued());

    // A write that was held may end after it.
    await().until(() -> enqueued(refs) <= Claims.TASKS_MAX - HscFixture.WRITERS);
    assertThat(enqueued(refs)).isEqualTo(Claims.TASKS_MAX - HscFixture.WRITERS);
  }

  private long enqueued(List<TaskRef> refs) {
    return refs.stream().filter(ref -> hsc.task(ref).status() == TaskStatus.ENQUEUED).count();
  }

  @Test
  void claimedWorkCarriesAllThatTheHandlerNeedsAndTheLocalLease() {
    var ref = hsc.enqueued();

    var work = hsc.claim(ref).getClaimed();

    assertThat(work.getTaskId()).isEqualTo(ref.taskId().value());
    assertThat(work.getEpoch()).isEqualTo(1);
    assertThat(work.getClaimId()).isEqualTo(CLAIM);
    assertThat(work.getAttempt()).isEqualTo(1);
    assertThat(work.getLambda()).isEqualTo(LAMBDA.value());
    assertThat(work.getPriority()).isEqualTo("normal");
    assertThat(work.getCollection()).isEqualTo("thumbnails");
    assertThat(work.getPayload()).isEqualTo(ByteString.copyFrom(PAYLOAD.bytes()));
    assertThat(work.getContentType()).isEqualTo(PAYLOAD.contentType());
    assertThat(work.getLabelsMap()).containsOnly(java.util.Map.entry("team", "media"));
    assertThat(work.getScheduledAt().getSeconds()).isEqualTo(NOON.getEpochSecond());
    assertThat(work.getLease().getSeconds()).isEqualTo(LeaseTimes.DEFAULT.lease().toSeconds());
  }

  @Test
  void deadlineLeftCountsFromTheClaimAlsoOnRetries() {
    var ref = hsc.enqueued(hsc.header(NOON, NOON.plusSeconds(10)));
    hsc.clock.advance(Duration.ofSeconds(3));
    var first = hsc.claim(ref).getClaimed();
    hsc.clock.advance(Duration.ofSeconds(2));

    assertThat(ProtoTimes.java(first.getDeadlineLeft())).isEqualTo(Duration.ofSeconds(7));
    assertThat(hsc.claim(ref).getClaimed()).isEqualTo(first);
  }

  @Test
  @Tag("E8.2")
  void theStoreKeepsTheClaimLongerThanTheExecutorCounts() {
    var ref = hsc.claimed();

    var task = hsc.task(ref);

    assertThat(task.status()).isEqualTo(TaskStatus.CLAIMED);
    assertThat(task.attempt()).isEqualTo(1);
    assertThat(task.startedAt()).isEqualTo(NOON);
    assertThat(task.lease()).isEqualTo(new Lease(new ClaimId(CLAIM), EXECUTOR, NOON.plus(STORED)));
  }

  @Test
  void aLambdaWithALongerLeaseIsClaimedOnIt() {
    try (var patient =
        new HscFixture(HscFixture.DEFINITION.withLeaseTimeout(Duration.ofMinutes(10)))) {
      var ref = patient.enqueued();

      var work = patient.claim(ref).getClaimed();

      assertThat(work.getLease().getSeconds()).isEqualTo(600);
      assertThat(leaseOf(patient.task(ref)).until()).isEqualTo(NOON.plusSeconds(605));
    }
  }

  @Test
  void aLeaseShorterThanTheClustersIsLengthenedToIt() {
    try (var hasty =
        new HscFixture(HscFixture.DEFINITION.withLeaseTimeout(Duration.ofSeconds(2)))) {
      var ref = hasty.enqueued();

      assertThat(hasty.claim(ref).getClaimed().getLease())
          .isEqualTo(ProtoTimes.proto(LeaseTimes.DEFAULT.lease()));
      assertThat(leaseOf(hasty.task(ref)).until()).isEqualTo(NOON.plus(STORED));
    }
  }

  @Test
  @Tag("E3.4")
  void oneOfTwoControllersWinsAnEpoch() throws Exception {
    var ref = hsc.enqueued();
    List<Callable<ClaimVerdict>> both =
        List.of(
            () -> hsc.claim(ref, CLAIM, EXECUTOR),
            () -> hsc.claim(ref, OTHER_CLAIM, OTHER_EXECUTOR));
    var threads = Executors.newFixedThreadPool(2);

    var verdicts = threads.invokeAll(both);
    threads.shutdown();

    var first = verdicts.get(0).get();
    var second = verdicts.get(1).get();
    assertThat(first.hasClaimed()).isNotEqualTo(second.hasClaimed());
    var loser = first.hasClaimed() ? second : first;
    assertThat(loser.getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
    assertThat(hsc.task(ref).attempt()).isEqualTo(1);
  }

  @Test
  @Tag("E7.4")
  void theSameClaimTwiceGetsTheSameAnswerAndCountsOneAttempt() {
    var ref = hsc.enqueued();

    var first = hsc.claim(ref);
    hsc.clock.advance(Duration.ofSeconds(3));
    var second = hsc.claim(ref);

    assertThat(second).isEqualTo(first);
    assertThat(hsc.task(ref).attempt()).isEqualTo(1);
    assertThat(leaseOf(hsc.task(ref)).until()).isEqualTo(NOON.plus(STORED));
    assertThat(hsc.count("atf.hsc.replays", "call", "claim")).isEqualTo(1);
  }

  @Test
  void theSameClaimAfterItsFirstHeartbeatIsStillAnsweredAsBefore() {
    var ref = hsc.enqueued();
    var first = hsc.claim(ref);
    hsc.heartbeat(ref);

    assertThat(hsc.claim(ref)).isEqualTo(first);
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.PROCESSING);
  }

  @Test
  @Tag("E7.5")
  void aClaimIdShownByAnotherExecutorDoesNotLetBothRun() {
    var ref = hsc.enqueued();
    hsc.claim(ref, CLAIM, EXECUTOR);

    var verdict = hsc.claim(ref, CLAIM, OTHER_EXECUTOR);

    assertThat(verdict.getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
  }

  @Test
  @Tag("E7.2")
  void aClaimWhoseAnswerWasLostInTheStoreIsFoundAgain() {
    var ref = hsc.enqueued();
    hsc.faults.failNext(Fault.REPLY_LOST);

    var verdict = hsc.claim(ref);

    assertThat(verdict.getClaimed().getAttempt()).isEqualTo(1);
    assertThat(hsc.task(ref).attempt()).isEqualTo(1);
    assertThat(hsc.count("atf.hsc.unknown.outcomes")).isEqualTo(1);
  }

  @Test
  void aClaimThatMovesTheAlarmIsFoundAgainToo() {
    var ref = hsc.enqueued(hsc.header(), NOON.plus(Duration.ofHours(1)));
    hsc.faults.failNext(Fault.REPLY_LOST);

    assertThat(hsc.claim(ref).hasClaimed()).isTrue();
    assertThat(hsc.task(ref).attempt()).isEqualTo(1);
  }

  @Test
  void whileTheStoreRefusesTheWholeCallIsUnavailableAndItsRepetitionIsGranted() {
    var ref = hsc.enqueued();
    hsc.faults.failNext(Fault.UNAVAILABLE);

    assertThatThrownBy(() -> hsc.claim(ref))
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.STORE_UNAVAILABLE));
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(hsc.claim(ref).hasClaimed()).isTrue();
  }

  @Test
  void aBatchWithOneUnknownOutcomeIsUnavailableAndItsRepetitionGetsAllOfIt() {
    var one = hsc.enqueued();
    var two = hsc.enqueued();
    var request =
        ClaimTasksRequest.newBuilder()
            .setExecutorId(EXECUTOR.value())
            .setLambda(LAMBDA.value())
            .addTasks(claimTask(one, CLAIM))
            .addTasks(claimTask(two, OTHER_CLAIM))
            .build();
    hsc.faults.failNext(Fault.UNAVAILABLE);

    assertThatThrownBy(() -> hsc.hsc.claimTasks(request))
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.STORE_UNAVAILABLE));
    var verdicts = hsc.hsc.claimTasks(request).getVerdictsList();

    assertThat(verdicts)
        .extracting(verdict -> verdict.getClaimed().getTaskId())
        .containsExactly(one.taskId().value(), two.taskId().value());
    assertThat(hsc.task(one).attempt()).isEqualTo(1);
    assertThat(hsc.task(two).attempt()).isEqualTo(1);
  }

  @Test
  @Tag("E3.3")
  void aReferenceOfAnOlderEpochIsStale() {
    var old = hsc.claimed();
    hsc.report(HscFixture.returned(old, "DRAINING"));
    var current = hsc.releasedAgain(old);

    assertThat(hsc.claim(old, OTHER_CLAIM, OTHER_EXECUTOR).getRefused().getReason())
        .isEqualTo(ClaimRefusal.Reason.STALE);
    assertThat(hsc.claim(current, OTHER_CLAIM, OTHER_EXECUTOR).hasClaimed()).isTrue();
  }

  @Test
  @Tag("E5.1")
  void aClaimOfAFinishedTaskIsStaleEvenWithItsOwnClaimId() {
    var ref = hsc.claimed();
    hsc.report(HscFixture.success(ref, "{}"));

    assertThat(hsc.claim(ref).getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
  }

  @Test
  @Tag("F2")
  void aTaskIsNotClaimedBeforeItsTime() {
    var due = NOON.plusMillis(1_500);
    var ref = hsc.enqueued(hsc.header(due, due.plus(Duration.ofDays(1))));

    var early = hsc.claim(ref).getRefused();
    hsc.clock.set(due.minusMillis(1));
    var stillEarly = hsc.claim(ref).getRefused();
    hsc.clock.set(due);
    var onTime = hsc.claim(ref);

    assertThat(early.getReason()).isEqualTo(ClaimRefusal.Reason.NOT_DUE);
    assertThat(early.getRetryAfter()).isEqualTo(ProtoTimes.proto(Duration.ofMillis(1_500)));
    assertThat(stillEarly.getRetryAfter()).isEqualTo(ProtoTimes.proto(Duration.ofMillis(1)));
    assertThat(onTime.hasClaimed()).isTrue();
  }

  @Test
  @Tag("E6.5")
  @Tag("T8")
  void anExecutorOfAnotherLambdaIsRefused() {
    var ref = hsc.enqueued();

    var verdict = hsc.claim(ref, CLAIM, EXECUTOR, new dev.atf.model.LambdaName("other"));

    assertThat(verdict.getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.WRONG_LAMBDA);
    assertThat(hsc.count("atf.hsc.lambdas.unknown")).isEqualTo(1);
  }

  @Test
  void aTaskIsNotClaimedFromItsDeadlineOn() {
    var deadline = NOON.plusSeconds(60);
    var one = hsc.enqueued(hsc.header(NOON, deadline), deadline);
    var two = hsc.enqueued(hsc.header(NOON, deadline), deadline);

    hsc.clock.set(deadline.minusMillis(1));
    assertThat(hsc.claim(one).hasClaimed()).isTrue();
    hsc.clock.set(deadline);
    assertThat(hsc.claim(two).getRefused().getReason())
        .isEqualTo(ClaimRefusal.Reason.DEADLINE_EXCEEDED);
  }

  @Test
  void anAlarmLaterThanTheLeaseIsMovedToItsEnd() {
    var ref = hsc.enqueued(hsc.header(), NOON.plus(STORED).plusMillis(1));

    assertThat(hsc.claim(ref).hasClaimed()).isTrue();

    assertThat(hsc.task(ref).trigger()).isEqualTo(new Trigger(Alarm.CHECK, NOON.plus(STORED)));
  }

  @Test
  void anAlarmThatRingsBeforeTheLeaseEndsIsLeftAlone() {
    var ref = hsc.enqueued(hsc.header(), NOON.plus(STORED));
    hsc.claim(ref);
    hsc.clock.advance(Duration.ofSeconds(5));
    var earlier = hsc.enqueued(hsc.header(), NOON.plus(ENQUEUE_TIMEOUT));
    hsc.claim(earlier);

    assertThat(hsc.task(ref).trigger()).isEqualTo(new Trigger(Alarm.CHECK, NOON.plus(STORED)));
    assertThat(hsc.task(earlier).trigger())
        .isEqualTo(new Trigger(Alarm.CHECK, NOON.plus(ENQUEUE_TIMEOUT)));
  }

  @Test
  void aReferenceToNothingIsStaleAndCounted() {
    var verdict = hsc.claim(new TaskRef(hsc.header().taskId(), 1));

    assertThat(verdict.getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
    assertThat(hsc.count("atf.hsc.entities.missing")).isEqualTo(1);
  }

  @Test
  void aTaskWithoutItsEntityIsNotClaimed() {
    var header = hsc.header();
    hsc.store.create(Association.scheduled(header));
    hsc.apply(
        Transitions.release(header.taskId(), 0, header.scheduledAt(), NOON, NOON.plusSeconds(30)));

    var verdict = hsc.claim(new TaskRef(header.taskId(), 1));

    assertThat(verdict.getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
    assertThat(hsc.store.find(header.taskId()).orElseThrow().status())
        .isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void anEntityWithoutAssociationIsStale() {
    var header = hsc.header();
    hsc.store.putIfAbsent(
        new dev.atf.model.task.TaskEntity(header, PAYLOAD, java.util.Map.of(), "fp", NOON));

    var verdict = hsc.claim(new TaskRef(header.taskId(), 1));

    assertThat(verdict.getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
  }

  private static Lease leaseOf(Association task) {
    return java.util.Objects.requireNonNull(task.lease());
  }
}
