package dev.atf.hsc.rpc;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.HscFixture;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.protocol.v1.SetResultsRequest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class RequestChecksTest {
  private static final HscFixture hsc = new HscFixture();
  private static final String TASK = "0123456789abcdef0123456789abcdef";

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  void everyFieldThatIsWrongIsToldAtOnce() {
    var request =
        ClaimTasksRequest.newBuilder()
            .setExecutorId("no spaces")
            .setLambda("Capital")
            .addTasks(claim(TASK, 1, CLAIM))
            .addTasks(claim("../etc", 0, "x"))
            .build();

    assertThat(RefusedFields.of(() -> hsc.hsc.claimTasks(request)))
        .containsExactly(
            "executorId", "lambda", "tasks[1].taskId", "tasks[1].claimId", "tasks[1].epoch");
  }

  @Test
  void aClaimIsOfOneToAHundredTasks() {
    var none = ClaimTasksRequest.newBuilder().setExecutorId("e").setLambda("l").build();
    var many = none.toBuilder();
    for (int i = 0; i < 101; i++) {
      many.addTasks(claim(TASK, 1, CLAIM));
    }

    assertThat(RefusedFields.of(() -> hsc.hsc.claimTasks(none))).containsExactly("tasks");
    assertThat(RefusedFields.of(() -> hsc.hsc.claimTasks(many.build()))).containsExactly("tasks");
  }

  @Test
  void aHeartbeatIsOfAtMostAThousandAttempts() {
    var request =
        HeartbeatRequest.newBuilder().setExecutorId(EXECUTOR.value()).setLambda(LAMBDA.value());
    for (int i = 0; i < 1_000; i++) {
      request.addAttempts(ref(TASK));
    }

    assertThat(hsc.hsc.heartbeat(request.build()).getLostCount()).isEqualTo(1_000);
    request.addAttempts(ref("nonsense"));
    assertThat(RefusedFields.of(() -> hsc.hsc.heartbeat(request.build())))
        .containsExactly("attempts");
  }

  @Test
  void aResultWithoutAttemptOrOutcomeIsRefused() {
    var request =
        SetResultsRequest.newBuilder()
            .setExecutorId(EXECUTOR.value())
            .setLambda(LAMBDA.value())
            .addResults(AttemptResult.newBuilder().setAttemptRef(ref(TASK)))
            .build();

    assertThat(RefusedFields.of(() -> hsc.hsc.setResults(request)))
        .containsExactly("results[0].attempt", "results[0].outcome");
  }

  @Test
  void aReportIsOfOneToAHundredResults() {
    var none =
        SetResultsRequest.newBuilder()
            .setExecutorId(EXECUTOR.value())
            .setLambda(LAMBDA.value())
            .build();
    var many = none.toBuilder();
    var result =
        AttemptResult.newBuilder()
            .setAttemptRef(ref(TASK))
            .setAttempt(1)
            .setCancelled(AttemptResult.Cancelled.getDefaultInstance());
    for (int i = 0; i < 100; i++) {
      many.addResults(result);
    }

    assertThat(RefusedFields.of(() -> hsc.hsc.setResults(none))).containsExactly("results");
    assertThat(hsc.hsc.setResults(many.build()).getVerdictsCount()).isEqualTo(100);
    many.addResults(result);
    assertThat(RefusedFields.of(() -> hsc.hsc.setResults(many.build()))).containsExactly("results");
  }

  @Test
  void onlyTheLambdasThatExistAreDescribed() {
    var request =
        DescribeLambdasRequest.newBuilder().addLambdas("unknown").addLambdas(LAMBDA.value());

    assertThat(hsc.hsc.describeLambdas(request.build()).getLambdasList())
        .containsExactly(
            LambdaSettings.newBuilder()
                .setLambda(LAMBDA.value())
                .addAllPriorities(List.of("high", "normal", "low"))
                .setLease(com.google.protobuf.Duration.newBuilder().setSeconds(25))
                .build());
    assertThat(
            RefusedFields.of(() -> hsc.hsc.describeLambdas(request.addLambdas("no/slash").build())))
        .containsExactly("lambdas[2].lambda");
  }

  private static ClaimTask claim(String taskId, long epoch, String claimId) {
    return ClaimTask.newBuilder().setTaskId(taskId).setEpoch(epoch).setClaimId(claimId).build();
  }

  private static AttemptRef ref(String taskId) {
    return AttemptRef.newBuilder().setTaskId(taskId).setEpoch(1).setClaimId(CLAIM).build();
  }
}
