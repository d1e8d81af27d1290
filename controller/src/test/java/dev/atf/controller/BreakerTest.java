package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class BreakerTest {
  private final AtomicLong nanos = new AtomicLong();
  private final TaskMatcher matcher = matcher("resize");
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final LambdaName OTHER = new LambdaName("send-email");

  private final Breaker breaker = breaker(matcher);

  @Test
  @Tag("F14")
  void opensOnceAfterThreeConsecutiveFailures() {
    assertThat(breaker.failed(LAMBDA, true)).isEmpty();
    assertThat(breaker.failed(LAMBDA, true)).isEmpty();
    breaker.succeeded();
    assertThat(breaker.failed(LAMBDA, true)).isEmpty();
    assertThat(breaker.failed(LAMBDA, true)).isEmpty();

    assertThat(breaker.failed(LAMBDA, true)).isPresent();
    assertThat(breaker.failed(LAMBDA, true)).isEmpty();
  }

  @Test
  void refusedClaimsOfOneOfSeveralLambdasDoNotOpenIt() {
    var several = several();

    for (int i = 0; i < 10; i++) {
      assertThat(several.failed(LAMBDA, true)).isEmpty();
    }

    assertThat(several.failed(OTHER, true)).isPresent();
  }

  @Test
  void claimsThatReachNoHscOpenItWhosesoeverTheyAre() {
    var several = several();

    assertThat(several.failed(LAMBDA, true)).isEmpty();
    assertThat(several.failed(LAMBDA, true)).isEmpty();

    assertThat(several.failed(LAMBDA, false)).isPresent();
  }

  @Test
  void lambdasThatJoinedCountAsServed() {
    var open = matcher("resize", "*");
    var joining =
        new WaitingCall(
            new ExecutorId("host:1:nonce"),
            OTHER,
            1,
            0,
            0,
            0,
            Duration.ofSeconds(1),
            new UnheardCall());
    assertThat(open.enter(joining)).isEqualTo(TaskMatcher.Entry.WAITING);
    var joined = breaker(open);

    for (int i = 0; i < 10; i++) {
      assertThat(joined.failed(LAMBDA, true)).isEmpty();
    }

    assertThat(joined.failed(OTHER, true)).isPresent();
  }

  private Breaker several() {
    return breaker(matcher("resize", "send-email"));
  }

  private Breaker breaker(TaskMatcher of) {
    return new Breaker(ControllerConfig.DEFAULTS, of, nanos::get, new Random(5));
  }

  private TaskMatcher matcher(String... lambdas) {
    return new TaskMatcher(
        ControllerConfigs.buffering(20, Duration.ofSeconds(2), List.of(1)),
        ServedLambdas.of(List.of(lambdas), 1_024),
        HealthyHost.of(nanos::get),
        Threads.system(),
        nanos::get);
  }

  @Test
  void probesNoEarlierThanHalfOfTheOpenTime() {
    open();

    advance(Duration.ofMillis(249));
    assertThat(breaker.wantsProbe()).isFalse();
    advance(Duration.ofMillis(251));
    assertThat(breaker.wantsProbe()).isTrue();
  }

  @Test
  void whileItIsClosedNobodyProbes() {
    advance(Duration.ofHours(1));

    assertThat(breaker.wantsProbe()).isFalse();
  }

  @Test
  void afterAProbeOneFailureOpensItAgainForLonger() {
    open();
    for (int i = 0; i < 3; i++) {
      breaker.probed();
      assertThat(breaker.failed(LAMBDA, true)).isPresent();
    }

    advance(Duration.ofMillis(1_999));
    assertThat(breaker.wantsProbe()).isFalse();
    advance(Duration.ofMillis(2_001));
    assertThat(breaker.wantsProbe()).isTrue();
  }

  @Test
  void afterAProbeThatFailedTheNextComesLater() {
    open();
    advance(Duration.ofMillis(500));
    for (var bound : List.of(1_000, 2_000, 4_000, 5_000, 5_000)) {
      assertThat(breaker.wantsProbe()).isTrue();

      breaker.probeFailed();

      advance(Duration.ofMillis(bound / 2 - 1));
      assertThat(breaker.wantsProbe()).as("before half of %s ms", bound).isFalse();
      advance(Duration.ofMillis(bound / 2 + 1));
    }
    assertThat(breaker.wantsProbe()).isTrue();
  }

  @Test
  void afterAClaimAllIsForgotten() {
    open();
    breaker.probed();
    breaker.succeeded();

    assertThat(breaker.failed(LAMBDA, true)).isEmpty();
    assertThat(breaker.failed(LAMBDA, true)).isEmpty();
    assertThat(breaker.failed(LAMBDA, true)).isPresent();
    advance(Duration.ofMillis(500));
    assertThat(breaker.wantsProbe()).isTrue();
  }

  @Test
  void nothingIsBufferedWhileItIsOpen() {
    var lambda = new LambdaName("resize");
    var high = new Priority("high");
    matcher.setPriorities(lambda, List.of(high));
    var task = new TaskRef(new TaskId("0123456789abcdef0123456789abcdef"), 1);
    var ref =
        new BufferedRef(new QueueName(lambda, high), new ReceivedTask(task, "r1"), nanos.get());
    matcher.arrived(List.of(ref));
    breaker.failed(LAMBDA, true);
    breaker.failed(LAMBDA, true);

    assertThat(breaker.failed(LAMBDA, true)).contains(List.of(ref));
    assertThat(matcher.arrived(List.of(ref))).containsExactly(ref);
    breaker.probed();
    assertThat(matcher.arrived(List.of(ref))).isEmpty();
  }

  private void open() {
    breaker.failed(LAMBDA, true);
    breaker.failed(LAMBDA, true);
    assertThat(breaker.failed(LAMBDA, true)).isPresent();
  }

  private void advance(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }
}
