package dev.atf.controller;

import static dev.atf.controller.ControllerRig.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Duration;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.RequestHeaders;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.ReturnedWork;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid requests of executors to their controller. */
final class InvalidExecutorRequestsTest {
  private static final ControllerRig rig = new ControllerRig(PATIENT);

  @AfterAll
  static void close() {
    new Thread(rig::close, "close-rig").start();
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
  void anIdThatIsNoneIsRefusedWhereverItStands(String id) {
    var next = NextWorkRequest.newBuilder().setExecutorId(id).setLambda(id).build();
    var back =
        ReturnWorkRequest.newBuilder()
            .setExecutorId(id)
            .setLambda(id)
            .addWork(ReturnedWork.newBuilder().setTaskId(id).setClaimId(id))
            .build();

    assertThatThrownBy(() -> rig.stub().nextWork(next).get(60, TimeUnit.SECONDS))
        .cause()
        .hasMessageStartingWith("INVALID_ARGUMENT: executorId: ")
        .hasMessageContainingAll("; lambda: ", "; tasksMax: 0 (expected: 1-100)")
        .message()
        .doesNotContain("\n", "\0", "\u202e", "\u001b");
    assertThatThrownBy(() -> rig.stub().returnWork(back).get(60, TimeUnit.SECONDS))
        .cause()
        .hasMessageStartingWith("INVALID_ARGUMENT: executorId: ")
        .hasMessageContainingAll(
            "; work[0].taskId: ",
            "; work[0].claimId: ",
            "; work[0].epoch: 0 (expected: 1 or more)",
            "; work[0].attempt: 0 (expected: 1 or more)")
        .message()
        .doesNotContain("\n", "\0", "\u202e", "\u001b");
  }

  @Test
  void aWaitThatNoClockKnowsIsRefused() {
    for (var wait :
        new Duration[] {
          Duration.newBuilder().setSeconds(Long.MAX_VALUE).setNanos(-1).build(),
          Duration.newBuilder().setSeconds(Long.MIN_VALUE).build(),
          Duration.newBuilder().setNanos(-1).build()
        }) {
      var request = ControllerRig.request(1, java.time.Duration.ZERO).toBuilder().setWait(wait);

      assertThatThrownBy(() -> rig.stub().nextWork(request.build()).get(60, TimeUnit.SECONDS))
          .cause()
          .hasMessageStartingWith("INVALID_ARGUMENT: wait: ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000000100", "01", "", "070000000100", "010000000100", "007fffffff01"})
  void aBrokenFrameIsTheCallersFault(String hex) throws Exception {
    for (var call : new String[] {"NextWork", "ReturnWork"}) {
      assertThat(exchange(call, HexFormat.of().parseHex(hex)).orElse("0"))
          .describedAs(call)
          .isIn("3", "8");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1})
  void randomAndMutatedBytesAreNeverTheServersFault(long seed) throws Exception {
    var random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      boolean next = random.nextBoolean();
      var message =
          random.nextInt(3) == 0
              ? new byte[random.nextInt(40)]
              : next
                  // Without a wait: a changed one might be half a minute.
                  ? NextWorkRequest.newBuilder()
                      .setExecutorId("host:1:nonce")
                      .setLambda("resize")
                      .setTasksMax(1)
                      .build()
                      .toByteArray()
                  : ReturnWorkRequest.newBuilder()
                      .setExecutorId("e")
                      .setLambda("resize")
                      .addWork(ReturnedWork.newBuilder().setTaskId("x"))
                      .build()
                      .toByteArray();
      for (int changed = 1 + random.nextInt(6); changed > 0 && message.length > 0; changed--) {
        message[random.nextInt(message.length)] = (byte) random.nextInt(256);
      }
      var frame =
          ByteBuffer.allocate(5 + message.length).put((byte) 0).putInt(message.length).put(message);

      assertThat(exchange(next ? "NextWork" : "ReturnWork", frame.array()).orElse("0"))
          .describedAs("seed %d round %d", seed, i)
          .isIn("0", "3");
    }
  }

  /** Returns the gRPC status of an answer without content; empty if there was some. */
  private static Optional<String> exchange(String call, byte[] body) {
    var head =
        RequestHeaders.of(
            HttpMethod.POST,
            "/atf.v1.ControllerService/" + call,
            "content-type",
            "application/grpc");
    var answer =
        WebClient.builder("h2c://127.0.0.1:" + rig.service().port())
            .responseTimeout(java.time.Duration.ofSeconds(60))
            .build()
            .execute(head, body)
            .aggregate()
            .join();
    return Optional.ofNullable(answer.headers().get("grpc-status"));
  }
}
