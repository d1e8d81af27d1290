package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.model.ExecutorId;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.queue.ReceivedTask;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ClaimClientTest {
  private static final TaskRef REF = new TaskRef(new TaskId("0123456789abcdef0123456789abcdef"), 1);

  private final ManualTime time = new ManualTime();
  private final FakeHsc hsc = new FakeHsc(time);

  @BeforeEach
  void start() {
    hsc.start();
    hsc.enqueue(REF);
  }

  @AfterEach
  void stop() {
    // Nothing is shared: the next test need not wait for the end of a server.
    new Thread(hsc::stop, "stop-hsc").start();
  }

  @Test
  void theSendingsOfOneClaimArePausedAndShowTheSameClaimId() {
    hsc.storeFailures.set(2);

    var answer = claim(claims(Duration.ofSeconds(5)));

    assertThat(answer).isInstanceOf(ClaimAnswer.Answered.class);
    assertThat(hsc.claims).hasSize(3).containsOnly(hsc.claims.get(0));
    // The longest that may be drawn: 100 ms, and 200 ms.
    assertThat(between(0, 1)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    assertThat(between(1, 2)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
  }

  @Test
  void aPauseEndsWithTheTimeForWhichAnAnswerIsUseful() {
    hsc.storeFailures.set(3);
    var claims = claims(Duration.ofMillis(100));
    claim(claims);
    hsc.claims.clear();
    hsc.storeFailures.set(3);

    var answer = claim(claims);

    assertThat(answer).isInstanceOf(ClaimAnswer.Unavailable.class);
    assertThat(hsc.claims).hasSizeLessThanOrEqualTo(2);
  }

  private ClaimAnswer claim(ClaimClient claims) {
    var answer = new CompletableFuture<ClaimAnswer>();
    time.start("claim", () -> answer.complete(claims.claim(match())));
    time.passUntil(answer::isDone);
    return answer.join();
  }

  private Duration between(int one, int other) {
    return Duration.ofNanos(hsc.claimedAt.get(other) - hsc.claimedAt.get(one));
  }

  private static Match match() {
    var call =
        new WaitingCall(
            new ExecutorId("host:1:a"),
            ControllerRig.LAMBDA,
            1,
            0,
            0,
            0,
            Duration.ofSeconds(30),
            new UnheardCall());
    var ref = new BufferedRef(ControllerRig.queueOf("high"), new ReceivedTask(REF, "r1"), 0);
    return new Match(call, List.of(ref));
  }

  private ClaimClient claims(Duration timeout) {
    var stub = GrpcClients.newClient("gproto+" + hsc.uri(), HscServiceBlockingStub.class);
    return new ClaimClient(
        stub, new ClaimTimes(timeout), HealthyHost.IDENTITY, time, time, new LongestDraw());
  }

  private static final class LongestDraw extends Random {
    private static final long serialVersionUID = 1L;

    @Override
    public long nextLong(long bound) {
      return bound - 1;
    }
  }
}
