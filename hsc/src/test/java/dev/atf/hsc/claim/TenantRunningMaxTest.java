package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.access.TenantQuota;
import dev.atf.hsc.HscFixture;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinitionBuilder;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimTasksResponse;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of all lambdas of one tenant that run at a time (ADR 0089). */
final class TenantRunningMaxTest {
  private static final Duration STORED = LeaseTimes.DEFAULT.stored();
  private static final LambdaName ONE = new LambdaName("acme--one");
  private static final LambdaName OTHER = new LambdaName("acme--other");
  private static final LambdaName BETA = new LambdaName("beta--one");

  @TempDir private Path directory;
  private Path policy;
  private HscFixture hsc;
  private int lastClaim;

  @BeforeEach
  void start() throws IOException {
    policy = directory.resolve("policy.yaml");
    quotas("acme: {runningMax: 2}");
    hsc = new HscFixture(HscFixture.DEFINITION.withMaxRunning(0), policy.toString());
    Stream.of(ONE, OTHER, BETA)
        .map(name -> LambdaDefinition.withDefaults(name, NOON))
        .forEach(lambda -> hsc.lambdas.put(lambda, Optional.empty()));
    hsc.refresh();
  }

  @AfterEach
  void close() {
    new Thread(hsc::close, "close-hsc").start();
  }

  @Test
  @Tag("T19")
  void theLambdasOfATenantTogetherRunNoMoreThanItsQuota() {
    var first = running(ONE);
    running(OTHER);
    var third = enqueued(OTHER);

    var refusal = claim(OTHER, third).getRefused();

    assertThat(refusal.getReason()).isEqualTo(ClaimRefusal.Reason.LAMBDA_FULL);
    assertThat(ProtoTimes.java(refusal.getRetryAfter()))
        .isBetween(Duration.ofMillis(500), Duration.ofMillis(1_000));
    assertThat(hsc.task(third).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(hsc.task(third).attempt()).isZero();
    assertThat(hsc.count("atf.hsc.claims", "verdict", "tenant_full")).isEqualTo(1);
    report(ONE, first);
    assertThat(claim(OTHER, third).hasClaimed()).isTrue();
  }

  @Test
  void concurrentClaimsOfTwoLambdasAreGrantedUpToTheQuota() throws Exception {
    var calls = new ArrayList<Callable<ClaimVerdict>>();
    for (int i = 0; i < 20; i++) {
      var lambda = i % 2 == 0 ? ONE : OTHER;
      var ref = enqueued(lambda);
      var claimId = nextClaimId();
      calls.add(() -> hsc.claim(ref, claimId, EXECUTOR, lambda));
    }

    assertThat(ConcurrentClaims.granted(calls)).isEqualTo(2);
    assertThat(held()).hasSize(2);
  }

  @Test
  void allTasksOfBothLambdasRunInTheEnd() {
    var waiting = new ArrayDeque<TaskRef>();
    for (int i = 0; i < 10; i++) {
      waiting.add(enqueued(ONE));
      waiting.add(enqueued(OTHER));
    }
    var running = new ArrayDeque<TaskRef>();
    int done = 0;

    while (!waiting.isEmpty()) {
      var ref = waiting.remove();
      if (claim(lambda(ref), ref).hasClaimed()) {
        running.add(ref);
        assertThat(running).hasSizeLessThanOrEqualTo(2);
      } else {
        assertThat(running).hasSize(2);
        waiting.add(ref);
        var ended = running.remove();
        report(lambda(ended), ended);
        done++;
      }
    }

    assertThat(done + running.size()).isEqualTo(20);
  }

  @Test
  @Tag("T19")
  void anotherTenantIsNotHeldUpAndPaysNothing() {
    for (int i = 0; i < 5; i++) {
      report(BETA, running(BETA));
    }
    assertThat(hsc.permits.requests()).isZero();
    running(ONE);
    running(OTHER);

    assertThat(claim(ONE, enqueued(ONE)).hasClaimed()).isFalse();
    assertThat(claim(BETA, enqueued(BETA)).hasClaimed()).isTrue();
  }

  @Test
  void aClaimTakesThePermitsOfLambdaAndTenantOrNone() {
    maxRunning(ONE, 5);
    running(OTHER);
    running(ONE);

    var refused = claimAll(ONE, List.of(enqueued(ONE)));

    assertThat(refused.getVerdicts(0).getRefused().getReason())
        .isEqualTo(ClaimRefusal.Reason.LAMBDA_FULL);
    assertThat(refused.getFree()).isZero();
    assertThat(hsc.permits.held(Scope.of(ONE))).hasSize(1);
    assertThat(held()).hasSize(2);
  }

  @Test
  void aFullLambdaTakesNoPlaceOfItsTenant() {
    maxRunning(ONE, 1);
    running(ONE);

    assertThat(claim(ONE, enqueued(ONE)).hasClaimed()).isFalse();

    assertThat(held()).hasSize(1);
    assertThat(claim(OTHER, enqueued(OTHER)).hasClaimed()).isTrue();
  }

  @Test
  void theBestOfACallGetTheLastPlaces() {
    running(OTHER);
    var refs = Stream.generate(() -> enqueued(ONE)).limit(10).toList();
    hsc.permits.letOthersPass(refs.get(0).taskId());

    var reply = claimAll(ONE, refs);

    assertThat(reply.getVerdicts(0).hasClaimed()).isTrue();
    assertThat(reply.getVerdictsList().subList(1, 10)).noneMatch(ClaimVerdict::hasClaimed);
    assertThat(reply.getFree()).isZero();
  }

  @Test
  void thePlaceOfAnExecutorThatDiedIsFoundByAnotherLambda() {
    var dead = running(ONE);
    running(ONE);
    expire(dead);
    var waiting = enqueued(OTHER);

    assertThat(claim(OTHER, waiting).hasClaimed()).isFalse();
    hsc.clock.set(NOON.plus(STORED).plusMillis(1));
    assertThat(claim(OTHER, waiting).hasClaimed()).isTrue();

    assertThat(held()).extracting(Permit::ref).doesNotContain(dead);
    assertThat(hsc.count("atf.hsc.permits.pruned")).isEqualTo(1);
  }

  @Test
  void aPermitThatCouldNotBeGivenBackIsFound() {
    var ended = running(ONE);
    running(OTHER);
    hsc.permits.unreleasable = true;
    report(ONE, ended);
    hsc.permits.unreleasable = false;
    assertThat(held()).hasSize(2);

    hsc.clock.set(NOON.plus(STORED).plusMillis(1));

    assertThat(claim(OTHER, enqueued(OTHER)).hasClaimed()).isTrue();
  }

  @Test
  void aChangedQuotaIsInForceWithoutARestartAndARemovedOneHoldsNobodyBack() throws IOException {
    running(ONE);
    running(OTHER);
    var third = enqueued(ONE);
    assertThat(claim(ONE, third).hasClaimed()).isFalse();

    quotas("acme: {runningMax: 3}");
    await().untilAsserted(() -> assertThat(claim(ONE, third).hasClaimed()).isTrue());
    assertThat(claim(OTHER, enqueued(OTHER)).hasClaimed()).isFalse();

    quotas("beta: {lambdasMax: 9}");
    var fourth = enqueued(OTHER);
    await().untilAsserted(() -> assertThat(claim(OTHER, fourth).hasClaimed()).isTrue());
    int before = hsc.permits.requests();
    report(ONE, running(ONE));
    assertThat(hsc.permits.requests()).isEqualTo(before);
  }

  @Test
  void aQuotaIsNoMoreThanOneItemOfAStoreHolds() {
    assertThat(TenantQuota.RUNNING_MAX).isEqualTo(Limits.RUNNING_MAX);
  }

  private void quotas(String tenants) throws IOException {
    Files.writeString(policy, "tenants: {" + tenants + "}");
  }

  private void maxRunning(LambdaName name, int max) {
    var lambda = hsc.lambdas.find(name);
    hsc.lambdas.put(
        LambdaDefinitionBuilder.builder(lambda.orElseThrow()).maxRunning(max).build(), lambda);
    hsc.refresh();
  }

  private TaskRef enqueued(LambdaName lambda) {
    return hsc.enqueued(hsc.header(lambda, NOON, NOON.plus(Duration.ofDays(30))));
  }

  private TaskRef running(LambdaName lambda) {
    var ref = enqueued(lambda);
    assertThat(claim(lambda, ref).hasClaimed()).isTrue();
    return ref;
  }

  private ClaimVerdict claim(LambdaName lambda, TaskRef ref) {
    return hsc.claim(ref, nextClaimId(), EXECUTOR, lambda);
  }

  private ClaimTasksResponse claimAll(LambdaName lambda, List<TaskRef> refs) {
    var request =
        ClaimTasksRequest.newBuilder().setExecutorId(EXECUTOR.value()).setLambda(lambda.value());
    refs.forEach(ref -> request.addTasks(HscFixture.claimTask(ref, nextClaimId())));
    return hsc.hsc.claimTasks(request.build());
  }

  private void report(LambdaName lambda, TaskRef ref) {
    var result = HscFixture.success(ref, "{}");
    result.getAttemptRefBuilder().setClaimId(claimIdOf(ref));
    var response =
        hsc.hsc.setResults(
            SetResultsRequest.newBuilder()
                .setExecutorId(EXECUTOR.value())
                .setLambda(lambda.value())
                .addResults(result)
                .build());
    assertThat(response.getVerdicts(0).getVerdict()).isEqualTo(ResultVerdict.Verdict.RECORDED);
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

  private LambdaName lambda(TaskRef ref) {
    return hsc.task(ref).header().lambda();
  }

  private List<Permit> held() {
    return hsc.permits.held(Scope.ofTenant("acme"));
  }

  private String claimIdOf(TaskRef ref) {
    return Objects.requireNonNull(hsc.task(ref).lease()).claimId().value();
  }

  private String nextClaimId() {
    return "%016x".formatted(++lastClaim);
  }
}
