package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.hsc.HscFixture;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Lease;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.StoreWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class HeartbeatTest {
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
  void aHeartbeatExtendsTheLeaseAndShowsThatTheTaskRuns() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(5));

    var reply = hsc.heartbeat(ref);

    assertThat(reply.getLostList()).isEmpty();
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.PROCESSING);
    assertThat(leaseUntil(ref)).isEqualTo(NOON.plusSeconds(5).plus(STORED));
  }

  @Test
  @Tag("E8.4")
  void aHeartbeatByASlowerClockNeverShortensTheLease() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(5));
    hsc.heartbeat(ref);
    hsc.clock.set(NOON.plusSeconds(4));

    var reply = hsc.heartbeat(ref);

    assertThat(reply.getLostList()).isEmpty();
    assertThat(leaseUntil(ref)).isEqualTo(NOON.plusSeconds(5).plus(STORED));
  }

  @Test
  void oneCallExtendsAllAttemptsOfAProcessAndNamesTheLostOnes() {
    var held = hsc.claimed();
    var ended = hsc.claimed();
    hsc.report(HscFixture.success(ended, "{}"));
    var neverClaimed = hsc.enqueued();
    var unknown = new TaskRef(hsc.header().taskId(), 1);
    hsc.clock.advance(Duration.ofSeconds(5));

    var reply = hsc.heartbeat(held, ended, neverClaimed, unknown);

    assertThat(reply.getLostList())
        .containsExactly(
            ended.taskId().value(), neverClaimed.taskId().value(), unknown.taskId().value());
    assertThat(leaseUntil(held)).isEqualTo(NOON.plusSeconds(5).plus(STORED));
    assertThat(hsc.count("atf.hsc.heartbeats", "verdict", "lost")).isEqualTo(3);
  }

  @Test
  void aTaskUnderWhichTwoProcessesDiedIsHandedOutToRunAlone() {
    var first = hsc.claimed();
    hsc.apply(expired(first, 1));
    var second = hsc.releasedAgain(first);
    assertThat(hsc.claim(second, OTHER_CLAIM, HscFixture.OTHER_EXECUTOR).getClaimed().getAlone())
        .isFalse();
    hsc.apply(expired(second, 2));

    var third = hsc.claim(hsc.releasedAgain(second)).getClaimed();

    assertThat(third.getAlone()).isTrue();
  }

  @Test
  @Tag("E8.5")
  void aClaimThatExpiredAndWentToAnotherIsLost() {
    var old = hsc.claimed();
    hsc.apply(
        ExpiryTransitions.expire(
            new EndedLease(old, leaseUntil(old), 1, 1),
            leaseExpired(),
            NOON,
            NOON.plusSeconds(40)));
    var current = hsc.releasedAgain(old);
    hsc.claim(current, OTHER_CLAIM, HscFixture.OTHER_EXECUTOR);

    assertThat(hsc.heartbeat(CLAIM, old).getLostList()).containsExactly(old.taskId().value());
    assertThat(hsc.heartbeat(CLAIM, current).getLostList()).containsExactly(old.taskId().value());
    assertThat(hsc.heartbeat(OTHER_CLAIM, current).getLostList()).isEmpty();
  }

  @Test
  void anAttemptThatRunsAloneIsKnownBesideALeaseThatEndsLaterAlready() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(5));
    hsc.heartbeat(ref);
    hsc.clock.set(NOON.plusSeconds(4));
    assertThat(leaseOf(ref).alone()).isFalse();

    var reply =
        hsc.hsc.heartbeat(HscFixture.beat(CLAIM, ref).setAlone(ref.taskId().value()).build());

    assertThat(reply.getLostList()).isEmpty();
    assertThat(leaseOf(ref).alone()).isTrue();
    assertThat(leaseUntil(ref)).isEqualTo(NOON.plusSeconds(5).plus(STORED));
  }

  @Test
  void aHeartbeatThatComesFirstSavesTheClaimFromExpiry() {
    var ref = hsc.claimed();
    var seen = leaseUntil(ref);
    hsc.clock.advance(Duration.ofSeconds(5));
    hsc.heartbeat(ref);

    var expiry =
        hsc.store.apply(
            ExpiryTransitions.expire(
                new EndedLease(ref, seen, 1, 1), leaseExpired(), NOON, NOON.plusSeconds(40)));

    assertThat(expiry).isInstanceOf(dev.atf.store.TransitionResult.Refused.class);
    assertThat(hsc.heartbeat(ref).getLostList()).isEmpty();
  }

  @Test
  @Tag("E10.3")
  void aCancelRequestIsDeliveredWithEveryHeartbeatUntilTheTaskEnds() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestCancel(ref.taskId(), NOON, ""));
    hsc.clock.advance(Duration.ofSeconds(5));

    var first = hsc.heartbeat(ref);
    hsc.clock.set(NOON);
    var overtaken = hsc.heartbeat(ref);

    assertThat(first.getCancelRequestedList()).containsExactly(ref.taskId().value());
    assertThat(first.getLostList()).isEmpty();
    assertThat(overtaken).isEqualTo(first);
  }

  @Test
  @Tag("F34")
  void killRequestIsDeliveredWithEveryHeartbeatUntilTheAttemptEnds() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestKill(ref, NOON, "by alice"));
    hsc.clock.advance(Duration.ofSeconds(5));

    var first = hsc.heartbeat(ref);
    hsc.clock.set(NOON);
    var overtaken = hsc.heartbeat(ref);

    assertThat(first.getKillList()).containsExactly(ref.taskId().value());
    assertThat(first.getLostList()).isEmpty();
    assertThat(first.getCancelRequestedList()).isEmpty();
    assertThat(overtaken).isEqualTo(first);
    assertThat(leaseUntil(ref)).isEqualTo(NOON.plusSeconds(5).plus(STORED));
  }

  @Test
  void cancelRequestIsDeliveredInPlaceOfAKillRequest() {
    var ref = hsc.claimed();
    hsc.apply(ClientTransitions.requestKill(ref, NOON, "by alice"));
    hsc.apply(ClientTransitions.requestCancel(ref.taskId(), NOON, ""));

    var reply = hsc.heartbeat(ref);

    assertThat(reply.getKillList()).isEmpty();
    assertThat(reply.getCancelRequestedList()).containsExactly(ref.taskId().value());
  }

  @Test
  void killRequestOfAnEpochThatHasEndedIsNotDelivered() {
    var old = hsc.claimed();
    hsc.apply(ClientTransitions.requestKill(old, NOON, "by alice"));
    hsc.apply(expired(old, 1));
    var current = hsc.releasedAgain(old);
    hsc.claim(current, OTHER_CLAIM, HscFixture.OTHER_EXECUTOR);

    assertThat(hsc.heartbeat(CLAIM, old).getLostList()).containsExactly(old.taskId().value());
    assertThat(hsc.heartbeat(OTHER_CLAIM, current).getKillList()).isEmpty();
  }

  @Test
  @Tag("E8.1")
  void aHeartbeatWhoseAnswerWasLostInTheStoreIsRepeated() {
    var ref = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(5));
    hsc.faults.failNext(Fault.REPLY_LOST, Fault.REPLY_LOST);

    assertThat(hsc.heartbeat(ref).getLostList()).isEmpty();
    assertThat(leaseUntil(ref)).isEqualTo(NOON.plusSeconds(5).plus(STORED));
  }

  @Test
  @Tag("E8.2")
  void oneLeaseThatMayNotBeExtendedIsUnknownAndTheOthersAreExtended() {
    var one = hsc.claimed();
    var two = hsc.claimed();
    hsc.clock.advance(Duration.ofSeconds(5));
    hsc.faults.failIf(StoreWrite.of(one.taskId()), Fault.UNAVAILABLE);

    var reply = hsc.hsc.heartbeat(HscFixture.beat(CLAIM, one, two).setReadsUnknown(true).build());

    assertThat(reply.getUnknownList()).containsExactly(one.taskId().value());
    assertThat(reply.getLostList()).isEmpty();
    assertThat(leaseUntil(one)).isEqualTo(NOON.plus(STORED));
    assertThat(leaseUntil(two)).isEqualTo(NOON.plusSeconds(5).plus(STORED));
  }

  @Test
  void aHeartbeatThatExtendsNoLeaseFails() {
    var ref = hsc.claimed();
    hsc.faults.failIf(StoreWrite.of(ref.taskId()), Fault.UNAVAILABLE);
    var beat = HscFixture.beat(CLAIM, ref).setReadsUnknown(true).build();

    assertThatThrownBy(() -> hsc.hsc.heartbeat(beat))
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.STORE_UNAVAILABLE));
  }

  @Test
  void oneLeaseThatMayNotBeExtendedFailsTheWholeHeartbeatOfAnEarlierExecutor() {
    var one = hsc.claimed();
    var two = hsc.claimed();
    hsc.faults.failNext(Fault.UNAVAILABLE);

    assertThatThrownBy(() -> hsc.heartbeat(one, two))
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.STORE_UNAVAILABLE));
    assertThat(hsc.heartbeat(one, two).getLostList()).isEmpty();
  }

  @Test
  @Tag("F27")
  void aTaskInAStatusOfANewerVersionIsLostAloneAndLeftAsItIs() {
    var strange = hsc.claimed();
    var held = hsc.claimed();
    var before = hsc.task(strange);
    hsc.faults.makeUnreadable(strange.taskId());
    hsc.clock.advance(Duration.ofSeconds(5));

    var reply = hsc.heartbeat(strange, held);

    assertThat(reply.getLostList()).containsExactly(strange.taskId().value());
    assertThat(leaseUntil(held)).isEqualTo(NOON.plusSeconds(5).plus(STORED));
    assertThat(hsc.claim(strange).getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
    for (var result :
        List.of(
            HscFixture.success(strange, "{}"),
            HscFixture.success(strange, new byte[10_000]),
            HscFixture.retriable(strange, "TIMEOUT"))) {
      assertThat(hsc.report(result).getVerdict()).isEqualTo(ResultVerdict.Verdict.LEASE_LOST);
    }
    assertThat(hsc.task(strange)).isEqualTo(before);
    assertThat(hsc.store.findResult(strange.taskId(), 1)).isEmpty();
  }

  @Test
  void aProcessWithNothingToRunMayBeatToo() {
    assertThat(hsc.heartbeat().getLostList()).isEmpty();
  }

  @Test
  @Tag("F11")
  void heartbeatsAreServedWhileClaimsHang() {
    var running = hsc.claimed();
    hsc.faults.hold(StoreWrite.by(TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM));
    var claimers = Executors.newFixedThreadPool(16);
    for (int i = 0; i < 16; i++) {
      var ref = hsc.enqueued();
      claimers.execute(() -> hsc.claim(ref));
    }
    // Four claims of the bulkhead's four writers hang, and twelve calls wait behind them.
    org.awaitility.Awaitility.await().until(() -> hsc.faults.writes() >= 5);
    hsc.clock.advance(Duration.ofSeconds(5));

    var reply = hsc.heartbeat(running);
    hsc.faults.letGo();
    claimers.shutdown();

    assertThat(reply.getLostList()).isEmpty();
    assertThat(leaseUntil(running)).isEqualTo(NOON.plusSeconds(5).plus(STORED));
  }

  private static Instant leaseUntil(TaskRef ref) {
    return leaseOf(ref).until();
  }

  private static Lease leaseOf(TaskRef ref) {
    return Objects.requireNonNull(hsc.task(ref).lease());
  }

  private static Transition expired(TaskRef ref, int deaths) {
    var ended = new EndedLease(ref, leaseOf(ref).until(), hsc.task(ref).attempt(), deaths);
    return ExpiryTransitions.expire(ended, leaseExpired(), NOON, NOON);
  }

  private static Outcome leaseExpired() {
    return Outcome.failure("", FrameworkFailure.LEASE_EXPIRED.because("not heard of"));
  }
}
