package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.model.ExecutorId;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.memory.InMemoryTaskQueue;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ClaimerTest {
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

    assertThat(failure(claimer(Duration.ofSeconds(5)))).isEmpty();

    assertThat(hsc.claims).hasSize(3).containsOnly(hsc.claims.get(0));
    // The longest that may be drawn: 100 ms, and 200 ms.
    assertThat(between(0, 1)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    assertThat(between(1, 2)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
  }

  @Test
  void aPauseEndsWithTheTimeForWhichAnAnswerIsUseful() {
    hsc.storeFailures.set(3);
    var claimer = claimer(Duration.ofMillis(100));
    assertThat(failure(claimer)).isPresent();
    hsc.claims.clear();
    hsc.storeFailures.set(3);

    var failure = failure(claimer).orElseThrow();

    assertThat(Claimer.mayBeClaimed(failure)).isFalse();
    assertThat(hsc.claims).hasSizeLessThanOrEqualTo(2);
  }

  /** Claims a reference; returns why it failed, or empty if the HSC answered. */
  private Optional<StatusRuntimeException> failure(Claimer claimer) {
    var request = claimer.request(call(), List.of(ref()));
    var result = new CompletableFuture<Optional<StatusRuntimeException>>();
    time.start("claim", () -> result.complete(failure(claimer, request)));
    time.passUntil(result::isDone);
    return result.join();
  }

  private Optional<StatusRuntimeException> failure(Claimer claimer, ClaimTasksRequest request) {
    try {
      assertThat(claimer.claim(request, time.nanos()).getVerdictsList()).hasSize(1);
      return Optional.empty();
    } catch (StatusRuntimeException e) {
      return Optional.of(e);
    }
  }

  private Duration between(int one, int other) {
    return Duration.ofNanos(hsc.claimedAt.get(other) - hsc.claimedAt.get(one));
  }

  private static WaitingCall call() {
    return new WaitingCall(
        new ExecutorId("host:1:a"),
        ControllerRig.LAMBDA,
        1,
        0,
        0,
        0,
        Duration.ofSeconds(30),
        new UnheardCall());
  }

  private static BufferedRef ref() {
    return new BufferedRef(ControllerRig.queueOf("high"), new ReceivedTask(REF, "r1"), 0);
  }

  private Claimer claimer(Duration timeout) {
    var config = ControllerConfigs.claiming(timeout);
    var served = ServedLambdas.of(List.of(ControllerRig.LAMBDA.value()), 1_024);
    var matcher = new TaskMatcher(config, served, HealthyHost.of(time), time, time);
    var metrics = new ControllerMetrics(new SimpleMeterRegistry());
    var random = new LongestDraw();
    return new Claimer(
        config,
        HealthyHost.IDENTITY,
        GrpcClients.newClient("gproto+" + hsc.uri(), HscServiceBlockingStub.class),
        matcher,
        new MessageSettler(config, new InMemoryTaskQueue(time), metrics),
        new Breaker(config, matcher, time, random),
        new HandedWork(),
        metrics,
        time,
        time,
        random);
  }

  private static final class LongestDraw extends Random {
    private static final long serialVersionUID = 1L;

    @Override
    public long nextLong(long bound) {
      return bound - 1;
    }
  }
}
