package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static dev.atf.hsc.HscFixture.OTHER_EXECUTOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.hsc.HscFixture;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.Ending;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transitions;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.testing.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MaxRunningTest {
  private static final Duration STORED = LeaseTimes.DEFAULT.stored();

  private final HscFixture hsc = new HscFixture(HscFixture.DEFINITION.withMaxRunning(2));
  private int lastClaim;

  @AfterEach
  void close() {
    new Thread(hsc::close, "close-hsc").start();
  }

  @Test
  void noMoreThanTheLimitRunAtATime() {
    var first = running();
    running();
    var third = hsc.enqueued();

    var refusal = claim(third).getRefused();

    assertThat(refusal.getReason()).isEqualTo(ClaimRefusal.Reason.LAMBDA_FULL);
    assertThat(ProtoTimes.java(refusal.getRetryAfter()))
        .isBetween(Duration.ofMillis(500), Duration.ofMillis(1_000));
    assertThat(hsc.task(third).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(hsc.task(third).attempt()).isZero();
    report(first, "{}");
    assertThat(claim(third).hasClaimed()).isTrue();
  }

  @Test
  void theBestOfACallGetsTheLastPlace() {
    running();
    var refs = Stream.generate(hsc::enqueued).limit(10).toList();
    hsc.permits.letOthersPass(refs.get(0).taskId());

    var reply = hsc.hsc.claimTasks(claims(refs));

    assertThat(reply.getVerdicts(0).hasClaimed()).isTrue();
    assertThat(reply.getVerdictsList().subList(1, 10))
        .allMatch(verdict -> verdict.getRefused().getReason() == ClaimRefusal.Reason.LAMBDA_FULL);
    assertThat(reply.getFree()).isZero();
  }

  @Test
  void thePlaceOfAClaimThatIsRefusedIsTheNextOnes() {
    running();
    var ended = running();
    var second = hsc.enqueued();
    report(ended, "{}");

    var reply = hsc.hsc.claimTasks(claims(List.of(ended, second)));

    assertThat(reply.getVerdicts(0).getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);
    assertThat(reply.getVerdicts(1).hasClaimed()).isTrue();
  }

  @Test
  void aCallIsToldHowManyMoreMayRun() {
    assertThat(hsc.hsc.claimTasks(claims(List.of(hsc.enqueued()))).getFree()).isEqualTo(1);
    hsc.define(HscFixture.DEFINITION.withMaxRunning(0));
    assertThat(hsc.hsc.claimTasks(claims(List.of(hsc.enqueued()))).hasFree()).isFalse();
  }

  private ClaimTasksRequest claims(List<TaskRef> refs) {
    var request =
        ClaimTasksRequest.newBuilder().setExecutorId(EXECUTOR.value()).setLambda(LAMBDA.value());
    refs.forEach(ref -> request.addTasks(HscFixture.claimTask(ref, nextClaimId())));
    return request.build();
  }

  @Test
  void concurrentClaimsAreGrantedUpToTheLimit() throws Exception {
    var calls = new ArrayList<Callable<ClaimVerdict>>();
    for (int i = 0; i < 20; i++) {
      var ref = hsc.enqueued();
      var claimId = nextClaimId();
      calls.add(() -> hsc.claim(ref, claimId, EXECUTOR));
    }

    assertThat(ConcurrentClaims.granted(calls)).isEqualTo(2);
    assertThat(held()).hasSize(2);
  }

  @Test
  void everyEndGivesThePermitBack() {
    for (var end : AttemptEnds.ALL) {
      var ref = hsc.enqueued();
      hsc.claim(ref);
      assertThat(held()).hasSize(1);

      hsc.report(end.apply(ref));

      assertThat(held()).isEmpty();
    }
  }

  @Test
  void aRefusedClaimGivesItsPermitBack() {
    var stale = hsc.enqueued();
    hsc.apply(
        ClientTransitions.cancel(
            stale.taskId(),
            Outcome.failure("", FrameworkFailure.CANCELLED.because("by a client")),
            new Ending(NOON, NOON.plusSeconds(60), History.NONE)));

    assertThat(claim(stale).getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.STALE);

    assertThat(held()).isEmpty();
  }

  /** Two calls of one claim overlap, as if the answer to the first were late. */
  @Test
  void aRefusedCallDoesNotTakeThePermitOfOneThatClaims() {
    var early = hsc.enqueued(hsc.header(NOON.plusMillis(50), NOON.plusSeconds(60)));
    var second = new AtomicReference<ClaimVerdict>();
    hsc.permits.beforeRelease.set(
        () -> {
          hsc.clock.advance(Duration.ofMillis(100));
          second.set(hsc.claim(early, CLAIM, EXECUTOR));
        });

    var first = hsc.claim(early, CLAIM, EXECUTOR);

    assertThat(first.getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.NOT_DUE);
    assertThat(Objects.requireNonNull(second.get()).hasClaimed()).isTrue();
    assertThat(held()).hasSize(1);
  }

  @Test
  void aCallThatIsRefusedBecauseItIsEarlyLeavesNoPermitBehind() {
    var early = hsc.enqueued(hsc.header(NOON.plusMillis(50), NOON.plusSeconds(60)));

    assertThat(claim(early).hasRefused()).isTrue();

    assertThat(held()).isEmpty();
  }

  @Test
  void aClaimIdShownByAnotherExecutorDoesNotFreeThePlaceOfTheOneThatRuns() {
    var ref = hsc.enqueued();
    hsc.claim(ref, CLAIM, EXECUTOR);

    hsc.claim(ref, CLAIM, OTHER_EXECUTOR);

    assertThat(held()).hasSize(1);
  }

  @Test
  void aRepeatedClaimKeepsItsPermitAndIsAnsweredAsBeforeThoughTheLambdaIsFull() {
    var ref = hsc.enqueued();
    var first = hsc.claim(ref);
    running();

    assertThat(hsc.claim(ref)).isEqualTo(first);

    assertThat(held()).hasSize(2);
  }

  @Test
  void aClaimThatTheStoreRefusedIsGrantedWithItsPermitWhenItIsRepeated() {
    running();
    var ref = hsc.enqueued();
    hsc.faults.failNext(Fault.UNAVAILABLE);

    assertThatThrownBy(() -> hsc.claim(ref))
        .satisfies(e -> assertThat(RpcErrors.reasonOf(e)).contains(ErrorReason.STORE_UNAVAILABLE));
    assertThat(held()).hasSize(2);
    assertThat(hsc.claim(ref).hasClaimed()).isTrue();
    assertThat(held()).hasSize(2);
  }

  @Test
  void aLambdaWithoutLimitCostsNothing() {
    hsc.define(HscFixture.DEFINITION.withMaxRunning(0));
    var ref = hsc.claimed();
    hsc.heartbeat(ref);
    hsc.report(HscFixture.success(ref, "{}"));
    hsc.claim(ref, OTHER_CLAIM, OTHER_EXECUTOR);

    assertThat(hsc.permits.requests()).isZero();
  }

  @Test
  void theCostOfALimitIsOneTakingAndOneGivingBack() {
    var ref = hsc.claimed();
    hsc.heartbeat(ref);
    hsc.report(HscFixture.success(ref, "{}"));

    assertThat(hsc.permits.requests()).isEqualTo(2);
  }

  @Test
  void thePlaceOfAnExecutorThatDiedIsFoundAfterAStoredLease() {
    var dead = running();
    var alive = running();
    hsc.clock.advance(Duration.ofSeconds(25));
    hsc.heartbeat(claimIdOf(alive), alive);
    expire(dead);
    var waiting = hsc.enqueued();

    assertThat(claim(waiting).hasClaimed()).isFalse();
    hsc.clock.set(NOON.plus(STORED).plusMillis(1));
    assertThat(claim(waiting).hasClaimed()).isTrue();

    assertThat(held()).extracting(Permit::ref).containsExactlyInAnyOrder(alive, waiting);
    assertThat(hsc.count("atf.hsc.permits.pruned")).isEqualTo(1);
  }

  @Test
  void aPermitWhoseClaimWasNeverWrittenIsFoundToo() {
    running();
    var never = hsc.enqueued();
    permit(never, NOON);
    hsc.clock.set(NOON.plus(STORED));
    assertThat(claim(hsc.enqueued()).hasClaimed()).isFalse();

    hsc.clock.advance(Duration.ofSeconds(1));

    assertThat(claim(hsc.enqueued()).hasClaimed()).isTrue();
  }

  @Test
  void leftPermitsAreLookedForOnceASecondHoweverManyClaimsAreRefused() {
    running();
    running();
    var waiting = hsc.enqueued();
    for (int millis = 0; millis < 2_000; millis += 100) {
      hsc.clock.set(NOON.plusMillis(millis));
      claim(waiting);
    }

    assertThat(hsc.permits.looks()).isEqualTo(2);
  }

  @Test
  void leftPermitsAreLookedForAgainAfterTheClockIsSetBack() {
    hsc.clock.jump(Duration.ofSeconds(10));
    running();
    running();
    var waiting = hsc.enqueued();
    claim(waiting);
    assertThat(hsc.permits.looks()).isEqualTo(1);

    hsc.clock.jump(Duration.ofSeconds(-10));
    claim(waiting);

    assertThat(hsc.permits.looks()).isEqualTo(2);
  }

  @Test
  void aLeftPermitOfAClockThatWasFarAheadIsFoundAndOneOfAClockALittleAheadStays() {
    running();
    permit(hsc.enqueued(), NOON.plusSeconds(1));
    assertThat(claim(hsc.enqueued()).hasClaimed()).isFalse();

    hsc.define(HscFixture.DEFINITION.withMaxRunning(3));
    permit(hsc.enqueued(), NOON.plus(STORED).plusSeconds(2));
    hsc.clock.advance(Duration.ofSeconds(1));

    assertThat(claim(hsc.enqueued()).hasClaimed()).isTrue();
    assertThat(held()).hasSize(3);
  }

  @Test
  void aLateCopyOfAnAssociationDoesNotCostARunningTaskItsPlace() {
    var ref = hsc.enqueued();
    hsc.faults.freezeForLateReads(ref.taskId());
    claim(ref);
    running();
    hsc.clock.set(NOON.plus(STORED).plusMillis(1));

    assertThat(claim(hsc.enqueued()).getRefused().getReason())
        .isEqualTo(ClaimRefusal.Reason.LAMBDA_FULL);

    assertThat(held()).extracting(Permit::ref).contains(ref);
  }

  @Test
  void behindManyThatRunTheDeadAreStillFound() {
    int many = PermitPruning.AT_ONCE_MAX;
    hsc.define(HscFixture.DEFINITION.withMaxRunning(many + 1));
    for (int i = 0; i < many; i++) {
      var ref = hsc.enqueued();
      var attempt = attempt(ref);
      hsc.permits.take(Scope.of(LAMBDA), attempt, many + 1, NOON);
      hsc.apply(Transitions.claim(attempt, LAMBDA, EXECUTOR, NOON, NOON.plusSeconds(3_600)));
    }
    permit(hsc.enqueued(), NOON);
    hsc.clock.set(NOON.plusSeconds(60));
    var waiting = hsc.enqueued();

    assertThat(claim(waiting).hasClaimed()).isFalse();
    hsc.clock.advance(Duration.ofSeconds(1));
    assertThat(claim(waiting).hasClaimed()).isTrue();
  }

  @Test
  void aLoweredLimitLetsRunWhatRunsAndAdmitsNobodyUntilThereIsRoom() {
    var one = running();
    var two = running();
    hsc.define(HscFixture.DEFINITION.withMaxRunning(1));
    var waiting = hsc.enqueued();

    report(one, "{}");
    assertThat(claim(waiting).hasClaimed()).isFalse();
    report(two, "{}");
    assertThat(claim(waiting).hasClaimed()).isTrue();
  }

  @Test
  void withoutItsLimitALambdaRunsWhatComes() {
    running();
    running();
    hsc.define(HscFixture.DEFINITION.withMaxRunning(0));

    assertThat(claim(hsc.enqueued()).hasClaimed()).isTrue();
  }

  @Test
  void anOutcomeIsRecordedThoughItsPermitCannotBeGivenBack() {
    var ref = hsc.claimed();
    hsc.permits.unreleasable = true;

    assertThat(hsc.report(HscFixture.success(ref, "{}")).getVerdict())
        .isEqualTo(ResultVerdict.Verdict.RECORDED);

    assertThat(hsc.count("atf.hsc.permits.left")).isEqualTo(1);
    assertThat(held()).hasSize(1);
  }

  private TaskRef running() {
    var ref = hsc.enqueued();
    assertThat(claim(ref).hasClaimed()).isTrue();
    return ref;
  }

  private ClaimVerdict claim(TaskRef ref) {
    return hsc.claim(ref, nextClaimId(), EXECUTOR);
  }

  private void report(TaskRef ref, String json) {
    var result = HscFixture.success(ref, json);
    result.getAttemptRefBuilder().setClaimId(claimIdOf(ref));
    assertThat(hsc.report(result).getVerdict()).isEqualTo(ResultVerdict.Verdict.RECORDED);
  }

  private void expire(TaskRef ref) {
    Instant until = Objects.requireNonNull(hsc.task(ref).lease()).until();
    hsc.apply(
        ExpiryTransitions.expire(
            new EndedLease(ref, until, 1, 1),
            Outcome.failure("", FrameworkFailure.LEASE_EXPIRED.because("not heard of")),
            until,
            until.plusSeconds(60)));
  }

  private void permit(TaskRef ref, Instant takenAt) {
    assertThat(hsc.permits.take(Scope.of(LAMBDA), attempt(ref), 1_000, takenAt).permit())
        .isPresent();
  }

  private Attempt attempt(TaskRef ref) {
    return new Attempt(ref, new ClaimId(nextClaimId()));
  }

  private List<Permit> held() {
    return hsc.permits.held(Scope.of(LAMBDA));
  }

  private String claimIdOf(TaskRef ref) {
    return Objects.requireNonNull(hsc.task(ref).lease()).claimId().value();
  }

  private String nextClaimId() {
    return "%016x".formatted(++lastClaim);
  }
}
