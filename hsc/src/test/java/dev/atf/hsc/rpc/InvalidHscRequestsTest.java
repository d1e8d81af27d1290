package dev.atf.hsc.rpc;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static dev.atf.hsc.HscFixture.attemptRef;
import static dev.atf.hsc.HscFixture.fatal;
import static dev.atf.hsc.HscFixture.result;
import static dev.atf.hsc.HscFixture.returned;
import static dev.atf.hsc.HscFixture.success;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.RequestHeaders;
import dev.atf.hsc.HscFixture;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskRef;
import dev.atf.model.check.Limits;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.TaskStatus;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid requests of executors and controllers, and late ones. */
final class InvalidHscRequestsTest {
  private static final HscFixture hsc = new HscFixture();
  private static final List<String> CALLS =
      List.of("ClaimTasks", "Heartbeat", "SetResults", "AppendLog", "DescribeLambdas");

  @BeforeEach
  void reset() {
    hsc.reset();
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a/b",
        "#",
        "..",
        "a%2Fb",
        "a\0",
        "a\nb",
        "\u202e",
        "\ud83d\udca9",
        "${jndi:x}",
        "<script>",
        "\u001b[31m"
      })
  @Tag("B14")
  void anIdThatIsNoneIsRefusedWhereverItStands(String id) {
    var ref = AttemptRef.newBuilder().setTaskId(id).setEpoch(0).setClaimId(id);

    assertThat(
            refused(
                () ->
                    hsc.hsc.claimTasks(
                        ClaimTasksRequest.newBuilder()
                            .setExecutorId(id)
                            .setLambda(id)
                            .addTasks(ClaimTask.newBuilder().setTaskId(id).setClaimId(id))
                            .build())))
        .containsExactly(
            "executorId", "lambda", "tasks[0].taskId", "tasks[0].claimId", "tasks[0].epoch");
    assertThat(
            refused(
                () ->
                    hsc.hsc.heartbeat(
                        HeartbeatRequest.newBuilder()
                            .setExecutorId(id)
                            .setLambda(id)
                            .addAttempts(ref)
                            .build())))
        .containsExactly(
            "executorId",
            "lambda",
            "attempts[0].taskId",
            "attempts[0].claimId",
            "attempts[0].epoch");
    assertThat(
            refused(
                () ->
                    hsc.hsc.setResults(
                        SetResultsRequest.newBuilder()
                            .setExecutorId(id)
                            .setLambda(id)
                            .addResults(AttemptResult.newBuilder().setAttemptRef(ref))
                            .build())))
        .containsExactly(
            "executorId",
            "lambda",
            "results[0].attempt",
            "results[0].attemptRef.taskId",
            "results[0].attemptRef.claimId",
            "results[0].attemptRef.epoch",
            "results[0].outcome");
    assertThat(
            refused(
                () ->
                    hsc.hsc.describeLambdas(
                        DescribeLambdasRequest.newBuilder().addLambdas(id).build())))
        .containsExactly("lambdas[0].lambda");
  }

  @Test
  void aHeartbeatFullOfNonsenseIsRefusedInAnErrorThatFitsIntoATrailer() {
    var request =
        HeartbeatRequest.newBuilder().setExecutorId(EXECUTOR.value()).setLambda(LAMBDA.value());
    for (int i = 0; i < 1_000; i++) {
      request.addAttempts(
          AttemptRef.newBuilder().setTaskId("\ud83d\udca9".repeat(100)).setClaimId("\n"));
    }

    assertThat(refused(() -> hsc.hsc.heartbeat(request.build())))
        .startsWith("attempts[0].taskId", "attempts[0].claimId", "attempts[0].epoch");
  }

  @Test
  @Tag("B22")
  void staleAndRepeatedAndContradictoryReportsHaveEachTheirVerdict() {
    var ended = hsc.claimed();
    var taken = hsc.claimed();
    var never = new TaskRef(hsc.header().taskId(), 1);
    var first = success(ended, "1");
    assertThat(hsc.report(first).getVerdict()).isEqualTo(Verdict.RECORDED);
    expireAndClaimAgain(taken);
    var before = List.of(hsc.task(ended), hsc.task(taken));

    var verdicts =
        hsc.hsc
            .setResults(
                SetResultsRequest.newBuilder()
                    .setExecutorId(EXECUTOR.value())
                    .setLambda(LAMBDA.value())
                    .addResults(first)
                    .addResults(success(ended, "2"))
                    .addResults(fatal(ended, "X"))
                    .addResults(success(taken, "1"))
                    .addResults(success(never, "1"))
                    .build())
            .getVerdictsList();

    assertThat(verdicts)
        .extracting(verdict -> verdict.getVerdict())
        .containsExactly(
            Verdict.RECORDED,
            Verdict.RESULT_CONFLICT,
            Verdict.RESULT_CONFLICT,
            Verdict.LEASE_LOST,
            Verdict.LEASE_LOST);
    assertThat(List.of(hsc.task(ended), hsc.task(taken))).isEqualTo(before);
  }

  @Test
  @Tag("B22")
  void aStaleHeartbeatIsToldWhatItHasLostAndChangesNothing() {
    var held = hsc.claimed();
    var ended = hsc.claimed();
    hsc.report(success(ended, "1"));
    var taken = hsc.claimed();
    expireAndClaimAgain(taken);
    var before = List.of(hsc.task(ended), hsc.task(taken));

    var reply = hsc.heartbeat(held, ended, taken, new TaskRef(hsc.header().taskId(), 1));

    assertThat(reply.getLostList())
        .hasSize(3)
        .contains(ended.taskId().value(), taken.taskId().value())
        .doesNotContain(held.taskId().value());
    assertThat(List.of(hsc.task(ended), hsc.task(taken))).isEqualTo(before);
  }

  @Test
  @Tag("B23")
  void aResultOverItsLimitEndsTheTaskVisibly() {
    var ref = hsc.claimed();

    var verdict = hsc.report(success(ref, new byte[Limits.RESULT_BYTES_MAX + 1]));

    assertThat(verdict.getStatus()).isEqualTo(TaskStatus.FATAL_FAILURE);
    var failure = Objects.requireNonNull(Objects.requireNonNull(hsc.task(ref).outcome()).failure());
    assertThat(failure.code()).isEqualTo(FrameworkFailure.RESULT_TOO_LARGE.name());
  }

  @Test
  void aResultWhoseTypeIsHugeIsTooLarge() {
    var ref = hsc.claimed();
    var huge =
        result(ref)
            .setSuccess(
                AttemptResult.Success.newBuilder()
                    .setContentType("x".repeat(Limits.RESULT_BYTES_MAX + 1)));

    assertThat(hsc.report(huge).getStatus()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(Objects.requireNonNull(hsc.task(ref).outcome()).failure().message())
        .isEqualTo(
            "result: 0 bytes (expected: at most 358400);"
                + " media type: 358401 bytes (expected: at most 1024)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"${jndi:ldap://x}", "<script>", "a\r\nb", "\u001b[31m", "\u202e\0\ud83d\udca9"})
  void textsOfFailuresAreKeptAsTheyAre(String text) {
    var ref = hsc.claimed();
    var back = hsc.claimed();
    var failure = Failure.newBuilder().setCode(text).setMessage(text).setDetails(text);

    var verdict = hsc.report(result(ref).setFatalFailure(failure));
    var given = hsc.report(returned(back, text));

    assertThat(verdict.getVerdict()).isEqualTo(Verdict.RECORDED);
    assertThat(given.getVerdict()).isEqualTo(Verdict.RECORDED);
    var kept = Objects.requireNonNull(Objects.requireNonNull(hsc.task(ref).outcome()).failure());
    assertThat(List.of(kept.code(), kept.message(), kept.details())).containsOnly(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000000100", "01", "", "070000000100", "010000000100", "007fffffff01"})
  void aBrokenFrameIsTheCallersFault(String hex) throws Exception {
    for (var call : CALLS) {
      assertThat(exchange(call, java.util.HexFormat.of().parseHex(hex)).orElse("0"))
          .describedAs(call)
          .isIn("3", "8");
    }
    assertThat(hsc.heartbeat().getLostCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1})
  void randomAndMutatedBytesAreNeverTheServersFault(long seed) throws Exception {
    var random = new Random(seed);
    var ref = hsc.claimed();
    for (int i = 0; i < 400; i++) {
      var call = CALLS.get(random.nextInt(CALLS.size()));
      var message =
          random.nextBoolean() ? new byte[random.nextInt(40)] : whole(call, ref).toByteArray();
      for (int changed = random.nextInt(6); changed > 0 && message.length > 0; changed--) {
        message[random.nextInt(message.length)] = (byte) random.nextInt(256);
      }
      var frame =
          ByteBuffer.allocate(5 + message.length).put((byte) 0).putInt(message.length).put(message);

      assertThat(exchange(call, frame.array()).orElse("0"))
          .describedAs("seed %d round %d: %s", seed, i, call)
          .isIn("0", "3");
    }
    assertThat(hsc.heartbeat().getLostCount()).isZero();
  }

  private static com.google.protobuf.Message whole(String call, TaskRef ref) {
    return switch (call) {
      case "ClaimTasks" ->
          ClaimTasksRequest.newBuilder()
              .setExecutorId(EXECUTOR.value())
              .setLambda(LAMBDA.value())
              .addTasks(HscFixture.claimTask(ref, CLAIM))
              .build();
      case "Heartbeat" ->
          HeartbeatRequest.newBuilder()
              .setExecutorId(EXECUTOR.value())
              .setLambda(LAMBDA.value())
              .addAttempts(attemptRef(ref, CLAIM))
              .build();
      case "SetResults" ->
          SetResultsRequest.newBuilder()
              .setExecutorId(EXECUTOR.value())
              .setLambda(LAMBDA.value())
              .addResults(HscFixture.retriable(ref, "X"))
              .build();
      case "AppendLog" ->
          AppendLogRequest.newBuilder()
              .setExecutorId(EXECUTOR.value())
              .setLambda(LAMBDA.value())
              .setAttemptRef(attemptRef(ref, CLAIM))
              .setPart(1)
              .setText(com.google.protobuf.ByteString.copyFromUtf8("line\n"))
              .build();
      default -> DescribeLambdasRequest.newBuilder().addLambdas(LAMBDA.value()).build();
    };
  }

  /** Returns the gRPC status of an answer without content; empty if there was some. */
  private static Optional<String> exchange(String call, byte[] body) {
    var head =
        RequestHeaders.of(
            HttpMethod.POST, "/atf.v1.HscService/" + call, "content-type", "application/grpc");
    var answer =
        WebClient.builder("h2c://127.0.0.1:" + hsc.port())
            .responseTimeout(Duration.ofSeconds(60))
            .build()
            .execute(head, body)
            .aggregate()
            .join();
    return Optional.ofNullable(answer.headers().get("grpc-status"));
  }

  /**
   * Expires the lease as a store consumer does, and claims the task again as another controller.
   */
  private static void expireAndClaimAgain(TaskRef ref) {
    var task = hsc.task(ref);
    var lease = Objects.requireNonNull(task.lease());
    hsc.apply(
        ExpiryTransitions.expire(
            new EndedLease(ref, lease.until(), 1, 1),
            dev.atf.model.task.Outcome.failure("", FrameworkFailure.LEASE_EXPIRED.because("test")),
            hsc.clock.instant(),
            hsc.clock.instant()));
    var again = hsc.releasedAgain(ref);
    hsc.claim(again, OTHER_CLAIM, HscFixture.OTHER_EXECUTOR);
  }

  private static List<String> refused(ThrowingCallable call) {
    var thrown = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(thrown.getStatus().getDescription()).doesNotContain("\n", "\0", "\u202e", "\u001b");
    var fields = new ArrayList<String>();
    for (var detail : Objects.requireNonNull(StatusProto.fromThrowable(thrown)).getDetailsList()) {
      if (detail.is(BadRequest.class)) {
        try {
          detail
              .unpack(BadRequest.class)
              .getFieldViolationsList()
              .forEach(violation -> fields.add(violation.getField()));
        } catch (InvalidProtocolBufferException e) {
          throw new AssertionError(e);
        }
      }
    }
    return fields;
  }
}
