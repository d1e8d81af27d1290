package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.HscFixture;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimTasksResponse;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks of one fairness key that run at a time (ADR 0080). */
final class RunningMaxPerKeyTest {
  private static final Duration STORED = LeaseTimes.DEFAULT.stored();
  private static final FairnessKey ACME = new FairnessKey("acme");
  private static final FairnessKey GLOBEX = new FairnessKey("globex");

  private final HscFixture hsc = new HscFixture(HscFixture.DEFINITION.withMaxRunning(0));
  private int lastClaim;

  RunningMaxPerKeyTest() {
    limit(0, 2);
  }

  @AfterEach
  void close() {
    new Thread(hsc::close, "close-hsc").start();
  }

  @Test
  @Tag("K1")
  void noMoreTasksOfAKeyThanItsLimitRunAtATime() {
    var first = running(ACME);
    running(ACME);
    var third = enqueued(ACME);

    var refusal = claim(third).getRefused();

    assertThat(refusal.getReason()).isEqualTo(ClaimRefusal.Reason.KEY_FULL);
    assertThat(ProtoTimes.java(refusal.getRetryAfter()))
        .isBetween(Duration.ofMillis(500), Duration.ofMillis(1_000));
    assertThat(hsc.task(third).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(hsc.task(third).attempt()).isZero();
    report(success(first));
    assertThat(claim(third).hasClaimed()).isTrue();
  }

  @Test
  void aFullKeyHoldsBackNoTaskOfAnotherKeyOrWithoutOne() {
    running(ACME);
    running(ACME);

    var answer = claim(List.of(enqueued(ACME), enqueued(GLOBEX), hsc.enqueued(), hsc.enqueued()));

    assertThat(answer.getVerdictsList())
        .extracting(ClaimVerdict::hasClaimed)
        .containsExactly(false, true, true, true);
    assertThat(answer.hasFree()).as("the lambda has no limit").isFalse();
  }

  @Test
  @Tag("K1")
  void concurrentClaimsAreGrantedUpToTheLimit() throws Exception {
    var calls = new ArrayList<Callable<ClaimVerdict>>();
    for (int i = 0; i < 20; i++) {
      var ref = enqueued(ACME);
      var claimId = nextClaimId();
      calls.add(() -> hsc.claim(ref, claimId, EXECUTOR));
    }

    assertThat(ConcurrentClaims.granted(calls)).isEqualTo(2);
    assertThat(held(ACME)).hasSize(2);
  }

  @Test
  void everyEndGivesThePermitBack() {
    for (var end : AttemptEnds.ALL) {
      var ref = enqueued(ACME);
      hsc.claim(ref);
      assertThat(held(ACME)).hasSize(1);

      hsc.report(end.apply(ref));

      assertThat(held(ACME)).isEmpty();
    }
  }

  @Test
  void aRepeatedReportGivesBackThePermitThatTheFirstLeft() {
    var ref = enqueued(ACME);
    hsc.claim(ref);
    hsc.permits.unreleasable = true;
    hsc.report(HscFixture.success(ref, "{}"));
    assertThat(held(ACME)).hasSize(1);

    hsc.permits.unreleasable = false;
    hsc.report(HscFixture.success(ref, "{}"));

    assertThat(held(ACME)).isEmpty();
  }

  @Test
  void aRefusedClaimGivesItsPermitBack() {
    var early = hsc.header(NOON.plusMillis(50), NOON.plusSeconds(60)).withFairnessKey(ACME);

    assertThat(claim(hsc.enqueued(early)).getRefused().getReason())
        .isEqualTo(ClaimRefusal.Reason.NOT_DUE);

    assertThat(held(ACME)).isEmpty();
  }

  @Test
  void aRepeatedClaimKeepsItsPermitThoughTheKeyIsFull() {
    var ref = enqueued(ACME);
    var first = hsc.claim(ref);
    running(ACME);

    assertThat(hsc.claim(ref)).isEqualTo(first);

    assertThat(held(ACME)).hasSize(2);
  }

  @Test
  @Tag("K3")
  void thePermitOfACrashedExecutorIsPrunedAfterAStoredLease() {
    var dead = running(ACME);
    var alive = running(ACME);
    hsc.clock.advance(Duration.ofSeconds(25));
    hsc.heartbeat(claimIdOf(alive), alive);
    expire(dead);
    var waiting = enqueued(ACME);

    assertThat(claim(waiting).getRefused().getReason()).isEqualTo(ClaimRefusal.Reason.KEY_FULL);
    hsc.clock.set(NOON.plus(STORED).plusMillis(1));
    assertThat(claim(waiting).hasClaimed()).isTrue();

    assertThat(held(ACME)).extracting(Permit::ref).containsExactlyInAnyOrder(alive, waiting);
    assertThat(hsc.count("atf.hsc.permits.pruned")).isEqualTo(1);
  }

  @Test
  void bothLimitsHoldAndAFullKeyTakesNoPlaceOfItsLambda() {
    limit(4, 2);
    running(ACME);
    running(ACME);

    var answer = claim(List.of(enqueued(ACME), enqueued(GLOBEX), enqueued(GLOBEX), hsc.enqueued()));

    assertThat(answer.getVerdictsList())
        .extracting(verdict -> verdict.getRefused().getReason())
        .containsExactly(
            ClaimRefusal.Reason.KEY_FULL,
            ClaimRefusal.Reason.REASON_UNSPECIFIED,
            ClaimRefusal.Reason.REASON_UNSPECIFIED,
            ClaimRefusal.Reason.LAMBDA_FULL);
    assertThat(hsc.permits.held(Scope.of(LAMBDA))).hasSize(4);
    assertThat(held(GLOBEX)).hasSize(2);
  }

  @Test
  void tasksWithoutAKeyAndLambdasWithoutTheLimitCostNothing() {
    var ref = hsc.claimed();
    hsc.report(HscFixture.success(ref, "{}"));
    limit(0, 0);
    var keyed = enqueued(ACME);
    hsc.claim(keyed);
    hsc.report(HscFixture.success(keyed, "{}"));

    assertThat(hsc.permits.requests()).isZero();
  }

  @Test
  void theCostOfALimitIsOneTakingAndOneGivingBack() {
    var ref = enqueued(ACME);
    hsc.claim(ref);
    hsc.report(HscFixture.success(ref, "{}"));

    assertThat(hsc.permits.requests()).isEqualTo(2);
  }

  private void limit(int maxRunning, int runningMaxPerKey) {
    hsc.define(
        HscFixture.DEFINITION
            .withMaxRunning(maxRunning)
            .withFairness(new Fairness(Map.of(), 0, runningMaxPerKey)));
  }

  private TaskRef enqueued(FairnessKey key) {
    return hsc.enqueued(hsc.header().withFairnessKey(key));
  }

  private TaskRef running(FairnessKey key) {
    var ref = enqueued(key);
    assertThat(claim(ref).hasClaimed()).isTrue();
    return ref;
  }

  private ClaimVerdict claim(TaskRef ref) {
    return hsc.claim(ref, nextClaimId(), EXECUTOR);
  }

  private ClaimTasksResponse claim(List<TaskRef> refs) {
    var request =
        ClaimTasksRequest.newBuilder().setExecutorId(EXECUTOR.value()).setLambda(LAMBDA.value());
    refs.forEach(ref -> request.addTasks(HscFixture.claimTask(ref, nextClaimId())));
    return hsc.hsc.claimTasks(request.build());
  }

  private AttemptResult.Builder success(TaskRef ref) {
    var result = HscFixture.success(ref, "{}");
    result.getAttemptRefBuilder().setClaimId(claimIdOf(ref));
    return result;
  }

  private void report(AttemptResult.Builder result) {
    assertThat(hsc.report(result).getVerdict()).isEqualTo(ResultVerdict.Verdict.RECORDED);
  }

  private void expire(TaskRef ref) {
    var until = Objects.requireNonNull(hsc.task(ref).lease()).until();
    hsc.apply(
        ExpiryTransitions.expire(
            new EndedLease(ref, until, 1, 1),
            Outcome.failure("", FrameworkFailure.LEASE_EXPIRED.because("not heard of")),
            until,
            until.plusSeconds(60)));
  }

  private List<Permit> held(FairnessKey key) {
    return hsc.permits.held(new Scope(LAMBDA, key.group()));
  }

  private String claimIdOf(TaskRef ref) {
    return Objects.requireNonNull(hsc.task(ref).lease()).claimId().value();
  }

  private String nextClaimId() {
    return "%016x".formatted(++lastClaim);
  }
}
